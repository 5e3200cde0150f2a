import { assert, describe, it } from "@effect/vitest"
import { type AnyInput, isCompany } from "../../src/deck/Input.ts"
import { make } from "../../src/deck/Pipeline.ts"
import { pageRoot } from "../../src/shared/PagePaths.ts"
import { type Route, routeOf } from "../../src/web/session/Addresses.ts"
import { companies } from "./Companies.ts"
import { lint } from "./Linter.ts"
import { open, type Package } from "./package/lint/Package.ts"
import { named, textOf } from "./package/lint/Xml.ts"
import { sample } from "./SampleDeck.ts"
import { inputs } from "./Teams.ts"

const outside = "https://plans.example.org/planning"
const pageUrl = outside + pageRoot

const packageOf = async (input: AnyInput): Promise<Package> => open((await make(input)).bytes)

const linkedDecks = new Map<AnyInput, Promise<Uint8Array>>()

/** The deck with links to the page, made once. */
const linkedDeck = (input: AnyInput): Promise<Uint8Array> => {
  const deck = linkedDecks.get(input) ?? make({ ...input, pageUrl }).then(({ bytes }) => bytes)
  linkedDecks.set(input, deck)
  return deck
}

const { empty, quarter, hebrew, hostile } = inputs

const cases: ReadonlyArray<readonly [string, AnyInput]> = Object.entries({
  ...{ empty, quarter, hebrew, hostile, sample },
  company: companies.six
})

interface Link {
  readonly tip: string
  readonly route: Route
}

/** The links of a slide to the page, those of shapes first: their tips and routes. */
const linksOn = (pack: Package, part: string): ReadonlyArray<Link> => {
  const addresses = new Map(
    (pack.relations.get(part) ?? []).flatMap(({ id, target, external }) => (external ? [[id, target] as const] : []))
  )
  const root = pack.roots.get(part)
  return [...named(root, "p:cNvPr"), ...named(root, "a:r")].flatMap((owner) =>
    named(owner, "a:hlinkClick").flatMap(({ attributes }) => {
      const address = addresses.get(attributes["r:id"] ?? "")
      if (address === undefined) return []
      // The others are those that people typed.
      assert.match(address, /^(https?:|mailto:)/)
      if (!address.startsWith(pageUrl)) return []
      return [{ tip: attributes.tooltip ?? "", route: routeOf(address.slice(outside.length)) }]
    })
  )
}

const allLinks = (pack: Package): ReadonlyArray<Link> =>
  [...pack.roots.keys()]
    .filter((part) => /^ppt\/slides\/slide\d+\.xml$/.test(part))
    .flatMap((part) => linksOn(pack, part))

const slidesOf = (pack: Package) =>
  [...pack.roots].filter(([part]) => part.startsWith("ppt/slides/slide")).map(([, root]) => root)

/** The texts of slides without the marks of links to the page. */
const textsOf = (pack: Package): ReadonlyArray<string> =>
  slidesOf(pack).map((root) => textOf(root).replaceAll(/\u00A0\u200F?[→←]/g, ""))

/** The expected tip of an address of the page, and the id of the entity that the page shows there. */
const targetOf = (route: Route): readonly [string, string] => {
  if (route.page !== "team") return [route.page, ""]
  return route.entity === undefined ? ["team", route.teamId] : [route.entity.type, `${route.teamId} ${route.entity.id}`]
}

describe("Links from a deck to the page", () => {
  it.each(cases)("lead to what is there, as their tips say, and leave a clean package: %s", async (_, input) => {
    const bytes = await linkedDeck(input)
    assert.deepStrictEqual(lint(bytes), [])
    assert.deepStrictEqual((await make({ ...input, pageUrl })).bytes, bytes)
    const teams = isCompany(input) ? input.teams.map(({ team }) => team) : [input.team]
    const there = new Set([
      "",
      ...teams.flatMap(({ id, objectives, principles }) => [
        id,
        ...[...objectives, ...principles].map((each) => `${id} ${each.id}`)
      ])
    ])
    const links = allLinks(open(bytes))
    for (const { tip, route } of links) {
      const [kind, id] = targetOf(route)
      assert.include(tip, kind)
      assert.isTrue(there.has(id), id)
    }
    const [cover] = linksOn(open(bytes), "ppt/slides/slide1.xml")
    assert.strictEqual(targetOf(cover?.route ?? { page: "unknown" })[0], isCompany(input) ? "overview" : "team")
  })

  it("stand at each objective of the sample, one in a paragraph at most, and on no words", async () => {
    const { team } = sample
    const pack = open(await linkedDeck(sample))
    const shown = new Set(allLinks(pack).map(({ route }) => targetOf(route)[1]))
    for (const { id } of team.objectives) assert.include([...shown], `${team.id} ${id}`)
    for (const root of slidesOf(pack)) {
      for (const paragraph of named(root, "a:p")) {
        const linked = named(paragraph, "a:r").filter((run) => named(run, "a:hlinkClick").length > 0)
        assert.isAtMost(linked.length, 1)
        for (const run of linked) assert.match(textOf(run), /^\u00A0[►→]$/)
      }
    }
  })

  it.each(cases)("are not there without an address of the page, and change no words: %s", async (_, input) => {
    const [plain, linked] = [await packageOf(input), open(await linkedDeck(input))]
    assert.deepStrictEqual(allLinks(plain), [])
    assert.deepStrictEqual(textsOf(plain), textsOf(linked))
  })
})
