import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import type { DeckPlan } from "../../../src/deck/Plan.ts"
import { finish } from "../../../src/deck/package/Finish.ts"
import { read } from "../../../src/deck/package/Zip.ts"
import { render } from "../../../src/deck/render/Render.ts"
import { lint } from "../Linter.ts"
import { handMade } from "../render/HandMade.ts"
import { child, named, parse, textOf } from "./lint/Xml.ts"
import { plan } from "./SmallPlan.ts"

const make = async (of: DeckPlan): Promise<Uint8Array> => finish(await render(of), of)
const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

const partOf = async (bytes: Uint8Array, name: string): Promise<string> => {
  const content = read(bytes).get(name)
  return typeof content === "string" ? content : ""
}

describe("Finish", () => {
  it("leaves nothing for the linter", async () => {
    assert.deepStrictEqual(lint(await make(plan)), [])
  })

  it("makes the same bytes each time, in any process, at any time, in any zone", async () => {
    const once = hash(await make(plan))
    assert.strictEqual(hash(await make(plan)), once)
    const script = join(import.meta.dirname, "otherProcess.ts")
    const { stdout } = await promisify(execFile)(process.execPath, [script], {
      env: { ...process.env, TZ: "Asia/Kathmandu", LANG: "de_DE.UTF-8" }
    })
    assert.strictEqual(stdout.trim(), once)
  })

  it("changes nothing in a finished deck", async () => {
    const rendered = await render(plan)
    const once = finish(rendered, plan)
    const twice = finish({ ...rendered, parts: read(once) }, plan)
    assert.deepStrictEqual([...read(twice)], [...read(once)])
  })

  it("says of each paragraph of a slide which way it runs", async () => {
    const [slide] = handMade.slides.slice(2)
    assert.isDefined(slide)
    const slides = [slide, ...handMade.slides.slice(3)]
    const deck = await make({ ...handMade, slides })
    for (const at of slides.keys()) {
      const { root } = parse(new TextEncoder().encode(await partOf(deck, `ppt/slides/slide${at + 1}.xml`)))
      const said = named(root, "a:p").map((paragraph) => [textOf(paragraph), child(paragraph, "a:pPr")?.attributes.rtl])
      assert.deepStrictEqual(
        said,
        said.map(([text]) => [text, text === "(1) שלום" ? "1" : "0"])
      )
      assert.isAtLeast(said.length, 3)
    }
  })

  it("carries the alt texts of all figures to their slides", async () => {
    const deck = await make(plan)
    assert.deepStrictEqual((await partOf(deck, "ppt/slides/slide1.xml")).match(/(?<=descr=")[^"]*/g), [
      "A green dot &amp; more",
      "Names&#10;and values"
    ])
    assert.deepStrictEqual((await partOf(deck, "ppt/slides/slide2.xml")).match(/(?<=descr=")[^"]*/g), [
      "Bars: one 20 %, two 80 %"
    ])
  })

  it("keeps XML whole whatever the text", async () => {
    const hostile = "]]> & <a b=\"c\"> 'd' \u0001\uffff\ud800 😀 עברית 漢字 &#0; &amp;"
    const [first] = plan.slides
    assert.isDefined(first)
    const bad: DeckPlan = {
      ...plan,
      title: hostile,
      footer: hostile,
      slides: [
        {
          ...first,
          title: hostile,
          section: hostile,
          notes: `${hostile}\n${hostile}`,
          blocks: first.blocks.map((block) =>
            block.kind === "text"
              ? { ...block, paragraphs: [{ runs: [{ text: hostile }] }] }
              : { ...block, alt: block.alt === "" ? "" : hostile }
          )
        }
      ]
    }
    assert.deepStrictEqual(lint(await make(bad)), [])
  })
})
