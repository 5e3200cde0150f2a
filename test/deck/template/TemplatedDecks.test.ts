import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import * as DeckProcess from "../../../src/deck/DeckProcess.ts"
import { check } from "../../../src/deck/templates/DeckTemplate.ts"
import { templateVariable } from "../../../src/deck/templates/TemplateVariable.ts"
import { companies } from "../Companies.ts"
import { lint } from "../Linter.ts"
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

const files = { small: saved("small one.pptx", small), bare: saved("bare.pptx", bare) }

/** What a deck's process loads that has been told of a template. */
const loadedWith = async (path: string) => {
  const { digest } = await Effect.runPromise(check(path))
  vi.resetModules()
  vi.stubEnv(templateVariable, `${digest} ${path}`)
  const [{ make }, { plan }, { geometryFaults }] = await Promise.all([
    import("../../../src/deck/Pipeline.ts"),
    import("../../../src/deck/DeckPlanner.ts"),
    import("../Geometry.ts")
  ])
  vi.unstubAllEnvs()
  return { make, plan, geometryFaults }
}

const cases = Object.entries({
  ...{ empty: inputs.empty, quarter: inputs.quarter, hebrew: inputs.hebrew, sample: inputs.sample },
  company: companies.six
})

describe.each(Object.entries(files))("Decks in the template %s", async (name, path) => {
  const { make, plan, geometryFaults } = await loadedWith(path)

  it.each(cases)("leave nothing for the linter, and fit: %s", async (_, input) => {
    const linked = { ...input, pageUrl: "https://plans.example.org/strategy/" }
    assert.deepStrictEqual(lint((await make(linked)).bytes), [])
    assert.deepStrictEqual(geometryFaults(plan(linked)), [])
  })

  it("have its layouts, size and theme, and the statuses' own colours", async () => {
    const pack = open((await make(inputs.quarter)).bytes)
    const size = first(pack.roots.get("ppt/presentation.xml"), "p:sldSz")?.attributes
    assert.deepStrictEqual(
      size,
      name === "small" ? { cx: "9144000", cy: "5143500" } : { cx: "12192000", cy: "6858000" }
    )
    const layouts = numbered(pack, "ppt/slides").flatMap((slide) =>
      related(pack, slide, "slideLayout").map(({ target }) => first(pack.roots.get(target), "p:cSld")?.attributes.name)
    )
    assert.match(layouts[0] ?? "", /^Title Slide$/)
    assert.sameMembers(
      [...new Set(layouts.slice(1).map((each) => each?.toLowerCase()))],
      ["title and content", "title only"]
    )
    const feet = numbered(pack, "ppt/slides").flatMap((slide) =>
      named(pack.roots.get(slide), "p:ph").filter(({ attributes }) => /ftr|sldNum/.test(attributes.type ?? ""))
    )
    assert.strictEqual(feet.length > 0, name === "small")
    assert.strictEqual(pack.parts.has("ppt/media/logo.png"), name === "small")
  })
})

describe("The process that makes decks", () => {
  const makeWith = (template: DeckProcess.DeckProcessOptions["template"]) =>
    DeckProcess.make({
      script: new URL("../../../src/deck/deckWorker.ts", import.meta.url),
      ...{ deckTimeout: "60 seconds", memory: 320, endUnusedAfter: "10 minutes", template }
    })

  it("reads the template that it is told of, and no other one", async () => {
    const template = await Effect.runPromise(check(files.small))
    const made = Effect.scoped(Effect.flatMap(makeWith(template), (deckOf) => deckOf(inputs.quarter)))
    const { make } = await loadedWith(files.small)
    assert.deepStrictEqual((await Effect.runPromise(made)).bytes, (await make(inputs.quarter)).bytes)
    const other = { ...template, digest: "another" }
    const refused = Effect.scoped(Effect.flatMap(makeWith(other), (deckOf) => deckOf(inputs.quarter)))
    assert.match(
      String((await Effect.runPromise(Effect.flip(refused))).cause),
      /has changed since the server was started/
    )
  }, 60_000)

  it("is not started with a file that cannot be a template", async () => {
    const layouts = small.layouts.filter(({ name }) => name !== "Title and Content")
    const reason = await Effect.runPromise(Effect.flip(check(saved("none.pptx", { ...small, layouts }))))
    assert.strictEqual(reason, 'it has no layout "Title and Content" (type obj)')
  })
})
