import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join, relative, sep } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { parseSync, Visitor } from "vite"

const root = join(import.meta.dirname, "..")

interface Import {
  readonly from: string
  /** The imported file of the project by its path from the root, or a package. */
  readonly to: string
  readonly specifier: string
  /** The imported names; `*` for all. */
  readonly names: ReadonlyArray<string>
  /** Whether it is `import type`, which is removed at run time. */
  readonly isType: boolean
}

interface Source {
  readonly path: string
  readonly text: string
  readonly lines: number
  readonly imports: ReadonlyArray<Import>
}

const posix = (path: string): string => path.split(sep).join("/")

/** Dynamic imports whose specifier is computed have no specifier. */
const importsOf = (path: string, text: string): ReadonlyArray<Import> => {
  const parsed = parseSync(path, text)
  assert.deepStrictEqual(parsed.errors, [], path)
  const { staticImports, staticExports, dynamicImports } = parsed.module
  const found: Array<Omit<Import, "from" | "to">> = []
  const add = (specifier: string, names: ReadonlyArray<string>, isType: boolean) =>
    found.push({ specifier, names, isType })
  for (const { start, moduleRequest, entries } of staticImports) {
    const names = entries.map(({ importName }) => importName.name ?? "*")
    add(moduleRequest.value, names, text.startsWith("import type", start))
  }
  for (const { start, entries } of staticExports) {
    for (const { moduleRequest, importName } of entries) {
      if (moduleRequest) add(moduleRequest.value, [importName.name ?? "*"], text.startsWith("export type", start))
    }
  }
  for (const { moduleRequest } of dynamicImports) {
    const [, specifier = ""] = /^"(.*)"$/.exec(text.slice(moduleRequest.start, moduleRequest.end)) ?? []
    add(specifier, ["*"], false)
  }
  const types = new Visitor({ TSImportType: ({ source }) => void add(source.value, ["*"], true) })
  // Only these need the syntax tree, which takes longer than the lists above.
  if (text.includes("import(")) types.visit(parsed.program)
  return found.map((one) => ({
    ...one,
    from: path,
    to: one.specifier.startsWith(".") ? posix(join(dirname(path), one.specifier)) : one.specifier
  }))
}

const sources = (folder: string): ReadonlyArray<Source> =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
    .map((entry) => posix(relative(root, join(entry.parentPath, entry.name))))
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8")
      return { path, text, lines: text.split("\n").length - 1, imports: importsOf(path, text) }
    })

const src = sources("src")
const imports = src.flatMap((source) => source.imports)

const scripts = sources("scripts")
const tests = sources("test")
const everything = [...src, ...scripts, ...tests]

type Arrows = Readonly<Record<string, ReadonlyArray<string>>>

/** The folder of a file under `parent`, or the name of a file directly in it; undefined for files elsewhere. */
const folderIn = (parent: string, path: string): string | undefined =>
  path.startsWith(`${parent}/`) ? path.slice(parent.length + 1).split("/")[0] : undefined

/** Builds the page, on Node and in a process of its own: the rules for the page are not for it. */
const builder = "src/web/build/"

const importsFrom = (room: string): ReadonlyArray<Import> =>
  imports.filter(({ from }) => folderIn("src", from) === room && !from.startsWith(builder))

/** What each folder of `src` may import besides itself. */
const arrows: Arrows = {
  shared: [],
  domain: ["shared"],
  api: ["shared", "domain"],
  sql: ["domain", "files"],
  observability: [],
  bounded: [],
  files: [],
  url: [],
  markdown: [],
  time: ["shared"],
  accounts: ["shared", "domain", "sql", "bounded", "files", "observability"],
  identity: ["shared", "domain", "accounts", "sql", "bounded"],
  agents: ["shared", "domain", "accounts", "api", "log", "url", "observability", "time"],
  log: ["shared", "domain", "accounts", "sql", "bounded", "observability", "time"],
  live: ["domain", "accounts", "sql", "log", "observability"],
  deck: ["shared", "markdown", "domain", "accounts", "log", "bounded", "url", "observability", "time"],
  webhooks: ["shared", "domain", "accounts", "log", "sql", "url", "observability", "time"],
  sample: ["shared", "domain", "accounts", "log", "time"],
  // What the page and the admin commands read files with: of `domain` only types.
  import: ["shared", "domain"],
  archive: ["domain", "api", "accounts", "log", "webhooks", "files"],
  http: [
    ...["shared", "domain", "api", "accounts", "identity", "agents", "log", "live", "deck", "webhooks", "sample"],
    ...["bounded", "url", "time", "observability"]
  ],
  // Only types of `domain` and `api`: see below.
  client: ["shared", "domain", "api", "import"],
  web: ["shared", "markdown", "import", "domain", "api"]
}

/** What each folder of `src/http` may import besides itself. */
const httpArrows: Arrows = {
  pipeline: [],
  page: [],
  server: ["pipeline"],
  stream: ["pipeline", "server"],
  requests: ["pipeline"],
  answers: ["pipeline", "stream"],
  handlers: ["pipeline", "stream", "page", "requests", "answers"],
  shortcut: ["pipeline", "server", "requests", "answers"]
}

/** What each folder of `src/log` may import besides itself; `*.ts`: the files directly in it. */
const logArrows: Arrows = {
  store: ["*.ts"],
  projection: ["*.ts", "store"],
  writer: ["*.ts", "store", "projection"],
  maintenance: ["*.ts", "store", "projection"],
  inverse: ["*.ts", "store", "projection"]
}

/** What each folder of `src/deck` may import besides itself. */
const deckArrows: Arrows = {
  text: ["*.ts", "facts", "templates"],
  facts: ["*.ts", "text"],
  templates: ["*.ts"],
  slides: ["*.ts", "text", "facts", "templates"],
  draw: ["*.ts", "text", "facts", "templates"],
  finish: ["*.ts", "text", "facts", "templates", "draw"],
  package: ["*.ts", "templates", "draw", "finish"]
}

/** What each folder of `scripts` may import besides itself; the files directly in it are the commands. */
const scriptArrows: Arrows = {
  support: [],
  admin: [],
  bench: ["admin", "support"]
}

/** What each folder of `src/domain` may import besides itself. */
const domainArrows: Arrows = {
  entities: [],
  state: ["Event.ts", "Steps.ts", "entities"],
  events: ["*.ts", "entities", "state"],
  inverse: ["*.ts", "entities", "state", "events"],
  redaction: ["Event.ts", "Rejection.ts", "entities", "state"],
  views: ["*.ts", "entities", "state", "events"]
}

/** What each folder of `scripts/bench` may import besides itself. */
const benchArrows: Arrows = {
  load: ["*.ts"],
  contenders: ["*.ts"],
  starve: ["*.ts"],
  subjects: ["*.ts", "load", "starve", "contenders"]
}

/** The packages that some folders of `src` are restricted to. */
const packages: Arrows = {
  shared: [],
  domain: ["effect"],
  api: ["effect", "effect/http-api"],
  import: ["fflate", "saxen"],
  markdown: ["marked"],
  web: ["preact", "preact/hooks", "@preact/signals"]
}

/** Modules of `effect` for pure data: none needs a service, a clock or randomness. */
const dataModules: ReadonlySet<string> = new Set([
  "Array",
  "Data",
  "Equal",
  "Equivalence",
  "HashMap",
  "HashSet",
  "Hash",
  "Match",
  "Number",
  "Option",
  "Order",
  "Predicate",
  "Record",
  "Result",
  "Schema",
  "SchemaIssue",
  "SchemaParser",
  "SchemaTransformation",
  "String",
  "Struct",
  "flow",
  "identity",
  "pipe"
])

/** Programs for people who do not use Effect, shown by the service and not run by it. */
const recipes = "src/http/handlers/recipes/"

/** The page's clock: a browser has no other one that goes on while the device sleeps. */
const pageClock = "src/web/texts/values/Clock.ts"

/** The only file that may call `String.prototype.normalize`, since it bounds the text before. */
const normalForm = "src/shared/NormalForm.ts"

const shown = ({ from, specifier }: Import): string => `${from} imports ${specifier}`

/** Imports between the folders of `parent` that the table does not allow. Files directly in `parent` are not restricted. */
const against = (parent: string, table: Arrows, sources: ReadonlyArray<Source>): ReadonlyArray<string> =>
  sources
    .flatMap((source) => source.imports)
    .filter(({ from, to }) => {
      const [folder, other] = [folderIn(parent, from), folderIn(parent, to)]
      if (folder === undefined || other === undefined || folder === other) return false
      if (folder.endsWith(".ts")) return false
      const allowed = table[folder] ?? []
      return !allowed.includes(other) && !(other.endsWith(".ts") && allowed.includes("*.ts"))
    })
    .map(shown)

/** All import cycles, as paths from a file back to itself. */
const cycles = (files: ReadonlyArray<Source>): ReadonlyArray<string> => {
  const targets = new Map(files.map(({ path, imports }) => [path, imports.map(({ to }) => to)]))
  const done = new Set<string>()
  const found: Array<string> = []
  const visit = (path: string, way: ReadonlyArray<string>): void => {
    if (way.includes(path)) found.push([...way.slice(way.indexOf(path)), path].join(" → "))
    else if (!done.has(path)) for (const next of targets.get(path) ?? []) visit(next, [...way, path])
    done.add(path)
  }
  for (const path of targets.keys()) visit(path, [])
  return found
}

describe("Architecture", () => {
  it.each([
    ["src", arrows, src.filter(({ path }) => !path.startsWith(builder))],
    ["src/domain", domainArrows, src],
    ["src/deck", deckArrows, src],
    ["src/http", httpArrows, src],
    ["src/log", logArrows, src],
    ["scripts", scriptArrows, scripts],
    ["scripts/bench", benchArrows, scripts]
  ] as const)("imports between the folders of %s only as its table allows", (parent, table, sources) => {
    const names = sources.map(({ path }) => folderIn(parent, path)).filter((name) => name !== undefined)
    const folders = new Set(names.filter((name) => !/\.[jt]s$/.test(name)))
    assert.sameMembers([...folders], Object.keys(table))
    assert.deepStrictEqual(against(parent, table, sources), [])
  })

  it("imports nothing but packages and package.json from outside of src, and nothing by a computed name", () => {
    assert.deepStrictEqual(imports.filter(({ specifier }) => specifier === "").map(shown), [])
    const outside = imports.filter(
      ({ specifier, to }) => specifier.startsWith(".") && !to.startsWith("src/") && to !== "package.json"
    )
    assert.deepStrictEqual(outside.map(shown), [])
  })

  it("lets the page, and what it shares with scripts, import only types from the server", () => {
    const values = ["web", "import"]
      .flatMap(importsFrom)
      .filter(({ to, isType }) => /^src\/(?!web\/|shared\/|markdown\/|import\/)/.test(to) && !isType)
    assert.deepStrictEqual(values.map(shown), [])
  })

  it("takes modules of @effect/platform-node one by one: its index loads 640 modules of a Redis client", () => {
    const whole = everything.flatMap((source) => source.imports).filter(({ to }) => to === "@effect/platform-node")
    assert.deepStrictEqual(whole.map(shown), [])
  })

  it("loads what writes presentations nowhere but in the deck's process", () => {
    const writers = new Set(["pptxgenjs", "htmlparser2", "domhandler"])
    const loading = imports.filter(
      ({ specifier, from }) => writers.has(specifier) && !/^src\/deck\/(draw|finish|templates)\//.test(from)
    )
    assert.deepStrictEqual(loading.map(shown), [])
    const reaching = imports.filter(({ to }) => /^src\/deck\/(draw|finish|package)\/|^src\/deck\/Pipeline/.test(to))
    const readers = new Set(
      reaching.map(({ from }) => from).filter((from) => !/^src\/deck\/(draw|finish|package)\//.test(from))
    )
    assert.sameMembers([...readers], ["src/deck/Pipeline.ts", "src/deck/deckWorker.ts"])
  })

  it("normalises text in only one place, which bounds it before", () => {
    const all = [...src, ...scripts.filter(({ path }) => !path.startsWith("scripts/bench/contenders/"))]
    const normalising = all.filter(({ text }) => /\bnormalize\b/.test(text.replaceAll(/\/\*[\s\S]*?\*\//g, "")))
    assert.deepStrictEqual(
      normalising.map(({ path }) => path),
      [normalForm]
    )
  })

  it("reads Markdown in only one place", () => {
    const readers = imports.filter(({ from, specifier }) => specifier === "marked" && !from.startsWith("src/markdown/"))
    assert.deepStrictEqual(readers.map(shown), [])
  })

  it("answers 304 from only one place, which makes the tags too", () => {
    const answering = src.filter(({ text }) => /\bstatus: 304\b/.test(text))
    assert.deepStrictEqual(
      answering.map(({ path }) => path),
      ["src/http/pipeline/ETag.ts"]
    )
  })

  it("restricts the packages of the domain, the API's definition and the page", () => {
    const foreign = Object.entries(packages).flatMap(([room, allowed]) =>
      importsFrom(room).filter(({ specifier }) => !specifier.startsWith(".") && !allowed.includes(specifier))
    )
    assert.deepStrictEqual(foreign.map(shown), [])
  })

  it("has only pure data in the domain", () => {
    const running = importsFrom("domain")
      .filter(({ specifier }) => specifier === "effect")
      .flatMap(({ from, names }) => names.filter((name) => !dataModules.has(name)).map((name) => `${from}: ${name}`))
    assert.deepStrictEqual(running, [])
  })

  it("never loads the page's build into the server or the page", () => {
    const loading = imports.filter(({ from, to }) => !from.startsWith(builder) && to.startsWith(builder))
    assert.deepStrictEqual(loading.map(shown), [])
    const building = imports.filter(({ specifier }) => /^(vite|rolldown)\b/.test(specifier))
    assert.deepStrictEqual(building.filter(({ from }) => !from.startsWith(builder)).map(shown), [])
  })

  it("lets the page's build import from the project only where the server finds the page", () => {
    const own = [builder, "src/http/page/"]
    const foreign = imports.filter(
      ({ from, specifier, to }) =>
        from.startsWith(builder) && specifier.startsWith(".") && !own.some((folder) => to.startsWith(folder))
    )
    assert.deepStrictEqual(foreign.map(shown), [])
  })

  it("lets only main, the packaged test service, scripts and tests import the composition", () => {
    const readers = imports.filter(
      ({ to, from }) =>
        to === "src/App.ts" && !["src/Server.ts", "src/Testing.ts", "src/AdminServices.ts"].includes(from)
    )
    assert.deepStrictEqual(readers.map(shown), [])
    const roots = imports.filter(
      ({ to, from }) => /^src\/[^/]+$/.test(to) && !/^src\/(main|Server|Testing|AdminServices|App)\.ts$/.test(from)
    )
    assert.deepStrictEqual(roots.map(shown), [])
  })

  it("has no import cycles, not even of types", () => {
    assert.deepStrictEqual(cycles(everything), [])
  })

  it("lets tests import scripts, and scripts never import tests", () => {
    const targets = ["src/", "scripts/", "package.json"]
    const outside = scripts
      .flatMap((source) => source.imports)
      .filter(({ specifier, to }) => specifier.startsWith(".") && !targets.some((target) => to.startsWith(target)))
    assert.deepStrictEqual(outside.map(shown), [])
  })

  it("imports existing files, by names with their extension", () => {
    const data = ["package.json", "src/shared/sample/onboarding.json", "src/web/public/favicon.svg"].filter((path) =>
      existsSync(join(root, path))
    )
    const known = new Set([...data, ...everything.map(({ path }) => path)])
    const missing = [...src, ...scripts]
      .flatMap((source) => source.imports)
      .filter(({ specifier, to }) => specifier.startsWith(".") && !known.has(to.replace(/\?raw$/, "")))
    assert.deepStrictEqual(missing.map(shown), [])
  })

  it("has at most 25 modules in a folder, and none of one name in src", () => {
    const countBy = (names: ReadonlyArray<string>, most: number): ReadonlyArray<string> =>
      [...new Set(names)].filter((name) => names.filter((other) => other === name).length > most)
    const modules = everything.map(({ path }) => path)
    assert.deepStrictEqual(countBy(modules.map(dirname), 25), [])
    const names = src.map(({ path }) => path).filter((path) => !path.startsWith(recipes))
    assert.deepStrictEqual(
      countBy(
        names.map((path) => basename(path)),
        1
      ),
      []
    )
  })

  it("has small files", () => {
    const lines = src.map((source) => source.lines).sort((left, right) => left - right)
    assert.isBelow(lines[lines.length >> 1] ?? Number.POSITIVE_INFINITY, 100)
    assert.deepStrictEqual(
      src.filter((source) => source.lines > 300).map(({ path }) => path),
      []
    )
  })

  it.each([
    ["as any", /\bas any\b|<any>|:\s*any\b/],
    ["new Date(", /\bnew Date\(/],
    ["Date.now(", /\bDate\.now\(/, pageClock],
    ["Math.random(", /\bMath\.random\(/],
    ["@ts-ignore", /@ts-(ignore|expect-error|nocheck)/],
    ["a decoder that throws", /\bdecode(Unknown)?(Sync|Promise)\b/],
    ["require(", /\brequire\s*\(/],
    ["throw", /^\s*throw\b/m],
    ["try", /\btry\s*\{/]
  ])("never says %s", (_, pattern, exception?: string) => {
    assert.deepStrictEqual(
      src
        .filter(({ path, text }) => pattern.test(text) && !path.startsWith(recipes) && path !== exception)
        .map(({ path }) => path),
      []
    )
  })

  it("would find a cycle, and every form of import", () => {
    const source = (path: string, ...targets: ReadonlyArray<string>): Source => ({
      path,
      text: "",
      lines: 0,
      imports: targets.map((to) => ({ from: path, to, specifier: to, names: [], isType: false }))
    })
    assert.deepStrictEqual(cycles([source("a", "b", "c"), source("b", "c"), source("c", "b")]), ["b → c → b"])
    const text = 'import {\n  type A,\n  B as C\n} from "effect"\nawait import("./A.ts")\ntype D = import("./D.ts").D'
    assert.deepStrictEqual(
      importsOf("src/a.ts", text).map(({ to, names, isType }) => [to, names, isType]),
      [
        ["effect", ["A", "B"], false],
        ["src/A.ts", ["*"], false],
        ["src/D.ts", ["*"], true]
      ]
    )
  })
})
