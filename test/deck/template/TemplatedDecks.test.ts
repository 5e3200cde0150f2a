import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as DeckProcess from "../../../src/deck/DeckProcess.ts"
import { check } from "../../../src/deck/templates/DeckTemplate.ts"
import { templateVariable } from "../../../src/deck/templates/TemplateVariable.ts"
import { numbered, open, related } from "../package/lint/Package.ts"
import { first, named } from "../package/lint/Xml.ts"
import { inputs } from "../Teams.ts"
import { bare, fileOf, small, type TemplateSpec } from "./CompanyTemplates.ts"

const folder = mkdtempSync(join(tmpdir(), "template-"))
afterAll(() => rmSync(folder, { recursive: true }))

const saved = (name: string, spec: TemplateSpec): string => {
  const path = join(folder, name)
  writeFileSync(path, fileOf(spec))
  return path
}

/** What `templatedDecks.ts` prints in a process that was told of a template. */
const decksWith = async (path: string) => {
  const { digest } = await Effect.runPromise(check(path))
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, "templatedDecks.ts")], {
    env: { ...process.env, [templateVariable]: `${digest} ${path}` },
    maxBuffer: 16 * 1024 * 1024
  })
  const { faults, empty, quarter } = JSON.parse(stdout)
  return { path, digest, faults, empty: Buffer.from(empty, "base64"), quarter: Buffer.from(quarter, "base64") }
}

const decks = {
  small: await decksWith(saved("small one.pptx", small)),
  bare: await decksWith(saved("bare.pptx", bare))
}

describe.each(Object.entries(decks))("Decks in the template %s", (name, { faults, quarter }) => {
  it("leave nothing for the linter, and fit", () => {
    assert.deepStrictEqual(faults, [])
  })

  it("have its layouts, size and pictures, and text that is as large beside a slide of any size", () => {
    const pack = open(quarter)
    const size = first(pack.roots.get("ppt/presentation.xml"), "p:sldSz")?.attributes
    const wide = { cx: "12192000", cy: "6858000" }
    assert.deepStrictEqual(size, name === "small" ? { cx: "9144000", cy: "5143500" } : wide)
    const layouts = numbered(pack, "ppt/slides").flatMap((slide) =>
      related(pack, slide, "slideLayout").map(({ target }) => first(pack.roots.get(target), "p:cSld")?.attributes.name)
    )
    const used = [...new Set(layouts.map((layout) => layout?.toLowerCase()))]
    assert.sameMembers(used, ["title slide", "title and content", "title only"])
    const feet = numbered(pack, "ppt/slides").flatMap((slide) =>
      named(pack.roots.get(slide), "p:ph").filter(({ attributes }) => /ftr|sldNum/.test(attributes.type ?? ""))
    )
    assert.strictEqual(feet.length > 0, name === "small")
    assert.strictEqual(pack.parts.has("ppt/media/logo.png"), name === "small")
    const sizes = numbered(pack, "ppt/slides").flatMap((slide) =>
      named(pack.roots.get(slide), "a:rPr").map(({ attributes }) => Number(attributes.sz ?? 2400))
    )
    assert.strictEqual(Math.min(...sizes), name === "small" ? 900 : 1200)
  })
})

describe("The process that makes decks", () => {
  const madeWith = (template: DeckProcess.DeckProcessOptions["template"]) => {
    const options = { deckTimeout: "60 seconds", memory: 320, endUnusedAfter: "10 minutes", template } as const
    const script = new URL("../../../src/deck/deckWorker.ts", import.meta.url)
    const made = Effect.flatMap(DeckProcess.make({ script, ...options }), (deckOf) => deckOf(inputs.empty))
    return Effect.scoped(made)
  }
  const { path, digest, empty } = decks.small

  it("reads the template that it is told of, and no other one", async () => {
    const { bytes } = await Effect.runPromise(madeWith({ path, digest }))
    assert.isTrue(empty.equals(bytes))
    const { cause } = await Effect.runPromise(Effect.flip(madeWith({ path, digest: "another" })))
    assert.match(String(cause), /has changed since the server was started/)
  })

  it("is not started with a file that cannot be a template", async () => {
    const layouts = small.layouts.filter(({ name }) => name !== "Title and Content")
    const reason = await Effect.runPromise(Effect.flip(check(saved("none.pptx", { ...small, layouts }))))
    assert.strictEqual(reason, 'it has no layout "Title and Content" (type obj)')
    const text = join(folder, "text.pptx")
    writeFileSync(text, "no presentation")
    assert.strictEqual(await Effect.runPromise(Effect.flip(check(text))), "it is no .pptx file")
  })
})
