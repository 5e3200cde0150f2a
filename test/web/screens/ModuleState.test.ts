import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { parseAst } from "vite"

const web = join(import.meta.dirname, "../../../src/web")

/** Modules that may hold state: route, theme, time and the page's version, which belong to no user, and the entries of page and worker. */
const exceptions: ReadonlyArray<string> = [
  // The address of the module itself, which never changes.
  "contract/BasePath.ts",
  "live/streamWorker.ts",
  "main.tsx",
  "session/PageVersion.ts",
  "session/Route.ts",
  "session/PageTheme.ts",
  // The time, and the server's time zone.
  "texts/values/Clock.ts",
  // The shortcuts of the mounted components.
  "parts/keys/Shortcuts.ts"
]

/** Calls with constant results, except for modules loaded lazily. */
const constant =
  /^(lazy|lazyView|createContext<.*>|Array\.from|below|decimalSign|entity(<\w+>)?|kind|ofSubject|byActor|patternOf|reader|Object\.(fromEntries|values)|new Intl\.\w+|\w[\w.()]*\.(indexOf|map|slice))\(/

/** An empty list or object of a mutable type can only be there to be filled. */
const emptyAndMutable = /^(export )?const \w+(: (?!Readonly)[^=]+)? = (\[\]|\{\})$/

const constantSet = /^(export )?const \w+: Readonly(Set|Map)</

const isNode = (value: unknown): value is { readonly type: string; readonly start: number; readonly end: number } =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

/** What may be state at the top level of a module: variables, calls, and empty lists and objects. */
const stateOf = (text: string, isJsx: boolean): ReadonlyArray<string> => {
  const found: Array<string> = []
  const walk = (value: unknown, statement: string): void => {
    if (Array.isArray(value)) {
      for (const each of value) walk(each, statement)
      return
    }
    if (!isNode(value) || /Function|^TS|^Import/.test(value.type)) return
    const source = text.slice(value.start, value.end)
    if (/^(let|var)\b/.test(source)) found.push(source)
    const isCall = value.type === "CallExpression" || value.type === "NewExpression"
    if (isCall && !constant.test(source) && !constantSet.test(statement)) found.push(source)
    else for (const each of Object.values(value)) walk(each, statement)
  }
  for (const statement of parseAst(text, { lang: isJsx ? "tsx" : "ts" }).body) {
    const source = text.slice(statement.start, statement.end)
    if (emptyAndMutable.test(source)) found.push(source)
    walk(statement, source)
  }
  return found
}

describe("The page's modules", () => {
  it("hold no state that could outlive a user's session", () => {
    const files = readdirSync(web, { recursive: true, encoding: "utf8" }).filter(
      (path) => /\.tsx?$/.test(path) && !path.startsWith("build/")
    )
    assert.isAbove(files.length, 100)
    const holding = files
      .filter((path) => !exceptions.includes(path))
      .flatMap((path) =>
        stateOf(readFileSync(join(web, path), "utf8"), path.endsWith("x")).map((source) => `${path}: ${source}`)
      )
    assert.deepStrictEqual(holding, [])
  })

  it("are checked by rules that find each kind of state", () => {
    const state = (text: string) => stateOf(text, false).length
    const stateful = [
      "let timer: number | undefined",
      "export const teams = signal<Team | undefined>(undefined)",
      "const known = new Map<string, Team>()",
      "const cache = { teams: new Set<string>() }",
      "export const drafts = makeDrafts()",
      "const queue: Array<string> = []",
      "watch()"
    ]
    assert.deepStrictEqual(
      stateful.map(state),
      stateful.map(() => 1)
    )
    assert.strictEqual(state('const few: ReadonlySet<string> = new Set(["a"])\nconst make = () => signal(0)'), 0)
  })
})
