import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import type { Block, DeckPlan } from "../../../src/deck/DeckPlan.ts"
import { deckFile } from "../../../src/deck/package/DeckFile.ts"
import { lint } from "../Linter.ts"
import { open, related } from "./lint/Package.ts"
import { first, named, textOf } from "./lint/Xml.ts"
import { read, textIn } from "./Parts.ts"
import { plan } from "./SmallPlan.ts"

const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

const silent: DeckPlan = { ...plan, slides: plan.slides.map((slide) => ({ ...slide, notes: "" })) }

/** The block with all its words replaced; a title stays on one line, since it names the slide. */
const saying = (block: Block, words: string): Block => {
  const line = block.placeholder === "title" ? words.replaceAll("\n", " ") : words
  const paragraphs = [{ runs: [{ text: line }] }]
  if (block.kind === "text") return { ...block, paragraphs }
  if (block.kind === "table")
    return { ...block, alt: words, rows: block.rows.map((row) => row.map((cell) => ({ ...cell, paragraphs }))) }
  return { ...block, alt: words, lines: block.lines.map((one) => ({ ...one, name: words })) }
}

describe("A deck's file", () => {
  it.each([
    ["ltr", plan],
    ["rtl", { ...plan, direction: "rtl" }],
    ["without notes", silent]
  ] as const)("leaves nothing for the linter: %s", async (_, deck) => {
    assert.deepStrictEqual(lint(await deckFile(deck)), [])
  })

  it("is the same bytes each time, in any process, at any time, in any zone", async () => {
    const once = hash(await deckFile(plan))
    assert.strictEqual(hash(await deckFile(plan)), once)
    const script = join(import.meta.dirname, "otherProcess.ts")
    const { stdout } = await promisify(execFile)(process.execPath, [script], {
      env: { ...process.env, TZ: "Asia/Kathmandu", LANG: "de_DE.UTF-8" }
    })
    assert.strictEqual(stdout.trim(), once)
  })

  it("carries the alt texts of all figures to their slides", async () => {
    const deck = await deckFile(plan)
    const alts = plan.slides.map((_, at) => textIn(deck, `ppt/slides/slide${at + 1}.xml`).match(/(?<=descr=")[^"]*/g))
    assert.deepStrictEqual(alts, [
      ["Names&#10;and values"],
      ["Lines: up to 2.5"],
      null,
      ["A line", "Other lines"],
      ["A trend"]
    ])
  })

  it("writes relations from the part's folder, as Office does", async () => {
    const file = await deckFile(plan)
    const text = (name: string) => textIn(file, name)
    assert.include(text("ppt/slides/_rels/slide1.xml.rels"), 'Target="../slideLayouts/slideLayout')
    assert.include(text("ppt/slides/_rels/slide1.xml.rels"), 'Target="slide3.xml"')
    assert.include(text("ppt/_rels/presentation.xml.rels"), 'Target="slideMasters/slideMaster1.xml"')
    assert.include(text("_rels/.rels"), 'Target="ppt/presentation.xml"')
  })

  it("links a text to its slide, and does not link a key that no slide has", async () => {
    const pack = open(await deckFile(plan))
    const from = "ppt/slides/slide1.xml"
    const [link] = named(pack.roots.get(from), "a:hlinkClick")
    assert.strictEqual(link?.attributes.action, "ppaction://hlinksldjump")
    const [to] = related(pack, from, "slide")
    assert.deepStrictEqual([to?.id, to?.target], [link?.attributes["r:id"], "ppt/slides/slide3.xml"])
    const slides = plan.slides.map(({ key: _, ...slide }) => slide)
    const lost = open(await deckFile({ ...plan, slides }))
    assert.deepStrictEqual(named(lost.roots.get(from), "a:hlinkClick"), [])
    assert.include(textOf(lost.roots.get(from)), "a")
  })

  it("counts slides, notes and charts however many there are, and links from one to another", async () => {
    const [first, ...others] = plan.slides
    assert.isDefined(first)
    const unkeyed = others.map(({ key: _, ...slide }) => slide)
    const repeated = [1, 2, 3, 4, 5, 6].flatMap((time) =>
      [first, ...(time === 1 ? others : unkeyed)].map((slide) => ({ ...slide, section: `${slide.section} ${time}` }))
    )
    const many: DeckPlan = { ...plan, slides: repeated }
    const pack = open(await deckFile(many))
    assert.deepStrictEqual(lint(await deckFile(many)), [])
    const numbers = repeated.map((_, at) => textOf(named(pack.roots.get(`ppt/slides/slide${at + 1}.xml`), "a:fld")[0]))
    assert.deepStrictEqual(
      numbers,
      repeated.map((_, at) => `${at + 1}`)
    )
    assert.deepStrictEqual(
      related(pack, "ppt/slides/slide26.xml", "slide").map(({ target }) => target),
      ["ppt/slides/slide3.xml"]
    )
    assert.deepStrictEqual(
      related(pack, "ppt/slides/slide29.xml", "chart").map(({ target }) => target),
      ["ppt/charts/chart22.xml", "ppt/charts/chart23.xml"]
    )
    const notes = named(pack.roots.get("ppt/notesSlides/notesSlide28.xml"), "a:p").map(textOf)
    assert.strictEqual(notes[0], "Three")
  })

  it("links to the page by one relation for each address, and by none without the page's address", async () => {
    const page = { path: "teams/1?a=1&b=2", tip: 'Open "it" <now>' }
    const paragraphs = [{ runs: [{ text: "one", page }] }, { runs: [{ text: "two", page }] }]
    const withLinks = (block: Block): Block => (block.kind === "text" ? { ...block, paragraphs } : block)
    const slides = plan.slides.map((slide) => ({ ...slide, blocks: slide.blocks.map(withLinks) }))
    const pack = open(await deckFile({ ...plan, slides, pageUrl: "https://plans.example.org/strategy/" }))
    const from = "ppt/slides/slide1.xml"
    const relations = related(pack, from, "hyperlink")
    assert.deepStrictEqual(
      relations.map(({ target, external }) => [target, external]),
      [["https://plans.example.org/strategy/teams/1?a=1&b=2", true]]
    )
    const links = named(pack.roots.get(from), "a:hlinkClick").filter(({ attributes }) => attributes.tooltip)
    // The title has one as a whole.
    assert.lengthOf(links, 3)
    for (const { attributes } of links) {
      assert.deepStrictEqual(attributes, { "r:id": relations[0]?.id ?? "", tooltip: page.tip })
    }
    const unlinked = slides.map((slide) => ({
      ...slide,
      blocks: slide.blocks.map((block) =>
        block.kind === "text"
          ? { ...block, paragraphs: paragraphs.map(({ runs: [{ text } = { text: "" }] }) => ({ runs: [{ text }] })) }
          : block
      )
    }))
    assert.deepStrictEqual(await deckFile({ ...plan, slides }), await deckFile({ ...plan, slides: unlinked }))
  })

  it("has notes if the plan has some, and otherwise no part for them", async () => {
    const [noted, unnoted] = [await deckFile(plan), await deckFile(silent)].map((deck) => [...read(deck).keys()])
    const notes = (names: ReadonlyArray<string> = []) =>
      names.filter((name) => name.includes("/notesMaster") || name.includes("/notesSlide"))
    assert.deepStrictEqual(notes(noted), [
      "ppt/notesMasters/_rels/notesMaster1.xml.rels",
      "ppt/notesMasters/notesMaster1.xml",
      "ppt/notesSlides/_rels/notesSlide1.xml.rels",
      "ppt/notesSlides/_rels/notesSlide3.xml.rels",
      "ppt/notesSlides/notesSlide1.xml",
      "ppt/notesSlides/notesSlide3.xml"
    ])
    assert.deepStrictEqual(notes(unnoted), [])
    const page = open(await deckFile(plan)).roots.get("ppt/notesSlides/notesSlide1.xml")
    assert.deepStrictEqual(named(page, "a:p").map(textOf).slice(0, 3), ["One", "", "2 < 3 & 4"])
  })

  it("names title, author and log position, and leaves out missing values", async () => {
    const core = async (deck: DeckPlan) => {
      const root = open(await deckFile(deck)).roots.get("docProps/core.xml")
      return ["dc:title", "dc:creator", "dc:description", "dc:language"].map((name) => first(root, name)?.text)
    }
    assert.deepStrictEqual(await core(plan), ["Plans & <hopes>", "Ada & others", "As of event 7", "en-GB"])
    assert.deepStrictEqual((await core({ ...plan, author: "", description: "" }))[1], undefined)
  })

  it("is well-formed XML whatever the texts", async () => {
    const hostile = "]]> & <a b=\"c\"> 'd' \u0001\uffff\ud800 😀 עברית 漢字 &#0; &amp;\nnext"
    const bad: DeckPlan = {
      ...plan,
      ...{ title: hostile, author: hostile, description: hostile, footer: hostile },
      slides: plan.slides.map((slide) => ({
        ...slide,
        ...{ title: hostile.replaceAll("\n", " "), section: hostile, notes: `${hostile}\n${hostile}` },
        blocks: slide.blocks.map((block) => saying(block, hostile))
      }))
    }
    assert.deepStrictEqual(lint(await deckFile(bad)), [])
  })
})
