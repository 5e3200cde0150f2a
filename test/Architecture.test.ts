import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"
import { assert, describe, it } from "@effect/vitest"

const root = join(import.meta.dirname, "..")

interface Import {
  readonly from: string
  /** A file of ours by its path from the root, or a package. */
  readonly to: string
  readonly specifier: string
  /** The names it brings in; `*` for all. */
  readonly names: ReadonlyArray<string>
  /** `import type`: nothing of it is left at run time. */
  readonly isType: boolean
}

interface Source {
  readonly path: string
  readonly text: string
  readonly lines: number
  readonly imports: ReadonlyArray<Import>
}

/** `import … from`, `export … from`, and what only has an effect; clauses have neither quotes nor brackets in them. */
const statement = /^(?:import|export)\s+(?:(?:type\s+)?([\w$*\s{},]+?)\s+from\s+)?["']([^"']+)["']/gm

/** What is loaded only when it is asked for: all of a module, by a specifier that stands there. */
const later = /\bimport\("([^"]+)"\)/g

/** Anything that could bring in a module: a statement the pattern above does not know must not go unseen. */
const suspicion = /\bfrom\s+["'][^"'\n]+["']|^\s*import\s+["']|\bimport\s*\(|\brequire\s*\(/gm

const posix = (path: string): string => path.split(sep).join("/")

const namesIn = (clause: string | undefined): ReadonlyArray<string> =>
  (clause ?? "")
    .replaceAll(/[{}]/g, ",")
    .split(",")
    .map(
      (name) =>
        name
          .trim()
          .replace(/^type\s+/, "")
          .split(/\s+as\s+/)[0] ?? ""
    )
    .filter((name) => name !== "")

/** `isProgram`: it has no text in it that only looks like an import, as scripts and tests have that start others. */
const read = (path: string, isProgram: boolean): Source => {
  const text = readFileSync(join(root, path), "utf8")
  const found = [
    ...[...text.matchAll(statement)].map(([text, clause, specifier = ""]) => ({
      specifier,
      names: namesIn(clause),
      isType: /^\w+\s+type\b/.test(text)
    })),
    ...[...text.matchAll(later)].map(([, specifier = ""]) => ({ specifier, names: ["*"], isType: false }))
  ]
  const imports = found.map((one) => ({
    ...one,
    from: path,
    to: one.specifier.startsWith(".") ? posix(join(dirname(path), one.specifier)) : one.specifier
  }))
  if (isProgram) {
    assert.lengthOf(imports, text.match(suspicion)?.length ?? 0, `${path} imports in a way this test cannot read`)
  }
  return { path, text, lines: text.split("\n").length - 1, imports }
}

const sources = (folder: string): ReadonlyArray<Source> =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
    .map((entry) => posix(relative(root, join(entry.parentPath, entry.name))))
    .sort()
    .map((path) => read(path, folder === "src"))

const src = sources("src")
const imports = src.flatMap((source) => source.imports)

const scripts = sources("scripts")
const tests = sources("test")
const everything = [...src, ...scripts, ...tests]

/** The folder under `src`; a file directly in it is its own room. */
const roomOf = (path: string): string => path.split("/")[1] ?? ""

const ours = (room: string): ReadonlyArray<Import> => imports.filter(({ from }) => roomOf(from) === room)

/** What each room may import besides itself. A new room is a decision, made here. */
const arrows: Readonly<Record<string, ReadonlyArray<string>>> = {
  shared: [],
  domain: ["shared"],
  api: ["shared", "domain"],
  sql: ["domain"],
  observability: [],
  queue: [],
  accounts: ["shared", "domain", "sql", "queue", "observability"],
  log: ["domain", "sql", "observability"],
  live: ["domain", "sql", "log", "observability"],
  deck: ["shared", "domain", "log", "queue", "observability"],
  page: [],
  http: ["domain", "api", "accounts", "log", "live", "deck", "page", "observability"],
  // Of `domain` and `api` types only: see below.
  web: ["shared", "domain", "api"]
}

/** The same for the folders of `src/log`. The files directly in it are for all of them and import none of them. */
const logArrows: Readonly<Record<string, ReadonlyArray<string>>> = {
  store: [],
  projection: ["store"],
  writer: ["store", "projection"],
  maintenance: ["store", "projection"]
}

/** The same for the folders of `scripts`; the files directly in it are the commands. */
const scriptArrows: Readonly<Record<string, ReadonlyArray<string>>> = {
  support: [],
  admin: [],
  bench: ["admin", "support"]
}

/** Packages of rooms that are not free to choose. */
const packages: Readonly<Record<string, ReadonlyArray<string>>> = {
  shared: [],
  domain: ["effect"],
  api: ["effect", "effect/http-api"],
  web: ["preact", "preact/hooks", "@preact/signals", "@preact/signals-core"]
}

/** Modules of `effect` that hold or check data: none runs, waits, asks for a service, the time or chance. */
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

/** The only file that may call `String.prototype.normalize`: it bounds what it is given. */
const normalForm = "src/shared/NormalForm.ts"

const shown = ({ from, specifier }: Import): string => `${from} imports ${specifier}`

/** The files on a way from a file back to itself. */
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
  it("has only rooms with rules", () => {
    const rooms = new Set(src.map(({ path }) => roomOf(path)).filter((room) => !room.endsWith(".ts")))
    assert.deepStrictEqual(
      [...rooms].filter((room) => arrows[room] === undefined),
      []
    )
    assert.includeMembers([...rooms], ["domain", "api", "http", "accounts", "log", "sql"])
  })

  it("imports along the arrows", () => {
    const against = imports.filter(({ from, to }) => {
      const [room, other] = [roomOf(from), roomOf(to)]
      return to.startsWith("src/") && !room.endsWith(".ts") && room !== other && !arrows[room]?.includes(other)
    })
    assert.deepStrictEqual(against.map(shown), [])
  })

  it("leaves src only for packages", () => {
    const outside = imports.filter(({ specifier, to }) => specifier.startsWith(".") && !to.startsWith("src/"))
    assert.deepStrictEqual(outside.map(shown), [])
  })

  it("gives the page nothing of the server but types, and what both share", () => {
    const values = ours("web").filter(({ to, isType }) => /^src\/(?!web\/|shared\/)/.test(to) && !isType)
    assert.deepStrictEqual(values.map(shown), [])
  })

  it("normalises text in one place, where it is bounded first", () => {
    const all = [...src, ...scripts.filter(({ path }) => !path.startsWith("scripts/bench/contenders/"))]
    const normalising = all.filter(({ text }) => /\bnormalize\b/.test(text.replaceAll(/\/\*[\s\S]*?\*\//g, "")))
    assert.deepStrictEqual(
      normalising.map(({ path }) => path),
      [normalForm]
    )
  })

  it("keeps the domain and the API's definition free of anything that runs", () => {
    const foreign = Object.entries(packages).flatMap(([room, allowed]) =>
      ours(room).filter(({ specifier }) => !specifier.startsWith(".") && !allowed.includes(specifier))
    )
    assert.deepStrictEqual(foreign.map(shown), [])
  })

  it("has only data in the domain", () => {
    const running = ours("domain")
      .filter(({ specifier }) => specifier === "effect")
      .flatMap(({ from, names }) => names.filter((name) => !dataModules.has(name)).map((name) => `${from}: ${name}`))
    assert.deepStrictEqual(running, [])
  })

  it("never loads into the server what builds the page", () => {
    const builder = "src/page/build/"
    const loading = imports.filter(({ from, to }) => !from.startsWith(builder) && to.startsWith(builder))
    assert.deepStrictEqual(loading.map(shown), [])
    const building = imports.filter(({ specifier }) => /^(vite|rolldown)\b/.test(specifier))
    assert.deepStrictEqual(building.filter(({ from }) => !from.startsWith(builder)).map(shown), [])
  })

  it("shows the composition to main, scripts and tests only", () => {
    const readers = imports.filter(({ to, from }) => to === "src/App.ts" && from !== "src/main.ts")
    assert.deepStrictEqual(readers.map(shown), [])
    const roots = imports.filter(
      ({ to, from }) => /^src\/[^/]+$/.test(to) && !/^src\/(main|App|ProcessLog)\.ts$/.test(from)
    )
    assert.deepStrictEqual(roots.map(shown), [])
  })

  it("has no import cycle, not even of types", () => {
    assert.deepStrictEqual(cycles(everything), [])
  })

  it("lets tests import scripts, and scripts never import tests", () => {
    const targets = ["src/", "scripts/", "package.json"]
    const outside = scripts
      .flatMap((source) => source.imports)
      .filter(({ specifier, to }) => specifier.startsWith(".") && !targets.some((target) => to.startsWith(target)))
    assert.deepStrictEqual(outside.map(shown), [])
  })

  it("imports along the arrows in scripts", () => {
    const against = scripts
      .flatMap((source) => source.imports)
      .filter(({ from, to }) => {
        const [room, other] = [roomOf(from), roomOf(to)]
        const isOurs = to.startsWith("scripts/") && !room.endsWith(".ts")
        return isOurs && room !== other && !scriptArrows[room]?.includes(other)
      })
    assert.deepStrictEqual(against.map(shown), [])
  })

  it("imports along the arrows in log", () => {
    const folderOf = (path: string): string => path.split("/")[2] ?? ""
    const within = ours("log").filter(({ to }) => to.startsWith("src/log/"))
    const against = within.filter(({ from, to }) => {
      const [folder, other] = [folderOf(from), folderOf(to)]
      return !other.endsWith(".ts") && folder !== other && !logArrows[folder]?.includes(other)
    })
    assert.deepStrictEqual(against.map(shown), [])
    const folders = new Set(within.map(({ from }) => folderOf(from)).filter((folder) => !folder.endsWith(".ts")))
    assert.sameMembers([...folders], Object.keys(logArrows))
  })

  it("names every file of ours with its ending, and files that are there", () => {
    const known = new Set(["package.json", ...everything.map(({ path }) => path)])
    const missing = [...src, ...scripts]
      .flatMap((source) => source.imports)
      .filter(({ specifier, to }) => specifier.startsWith(".") && !known.has(to))
    assert.deepStrictEqual(missing.map(shown), [])
  })

  it("is built of small files", () => {
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
    ["Date.now(", /\bDate\.now\(/],
    ["Math.random(", /\bMath\.random\(/],
    ["@ts-ignore", /@ts-(ignore|expect-error|nocheck)/],
    ["decoding that throws", /\bdecode(Unknown)?(Sync|Promise)\b/],
    ["throw", /^\s*throw\b/m],
    ["try", /\btry\s*\{/]
  ])("never says %s", (_, pattern) => {
    assert.deepStrictEqual(
      src.filter(({ text }) => pattern.test(text)).map(({ path }) => path),
      []
    )
  })

  it("would see a cycle, an import on several lines, and one for later", () => {
    const of = (path: string, ...targets: ReadonlyArray<string>): Source => ({
      path,
      text: "",
      lines: 0,
      imports: targets.map((to) => ({ from: path, to, specifier: to, names: [], isType: false }))
    })
    assert.deepStrictEqual(cycles([of("a", "b", "c"), of("b", "c"), of("c", "b")]), ["b → c → b"])
    const [several] = [...'import {\n  type A,\n  B as C\n} from "effect"'.matchAll(statement)]
    assert.deepStrictEqual(namesIn(several?.[1]), ["A", "B"])
    assert.deepStrictEqual(
      [...'await import("./A.ts")'.matchAll(later)].map(([, specifier]) => specifier),
      ["./A.ts"]
    )
  })
})
