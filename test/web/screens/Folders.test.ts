import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path/posix"
import { assert, describe, it } from "@effect/vitest"

const web = join(import.meta.dirname, "../../../src/web")

/** The folders that each folder of the page may import. A feature never imports another one. */
const arrows: Readonly<Record<string, ReadonlyArray<string>>> = {
  contract: [],
  texts: ["contract"],
  live: ["contract"],
  session: ["texts", "contract"],
  workspace: ["session", "live", "texts", "contract"],
  parts: ["workspace", "session", "texts", "contract"],
  "features/account": ["parts", "workspace", "session", "texts", "contract"],
  "features/board": ["parts", "workspace", "session", "texts", "contract"],
  "features/checkIn": ["parts", "workspace", "session", "texts", "contract"],
  "features/export": ["parts", "workspace", "session", "texts", "contract"],
  "features/find": ["parts", "workspace", "session", "texts", "contract"],
  "features/history": ["parts", "workspace", "session", "texts", "contract"],
  "features/import": ["parts", "workspace", "session", "texts", "contract"],
  "features/many": ["parts", "workspace", "session", "texts", "contract"],
  "features/matrix": ["parts", "workspace", "session", "texts", "contract"],
  "features/objective": ["parts", "workspace", "session", "texts", "contract"],
  "features/overview": ["parts", "workspace", "session", "texts", "contract"],
  "features/teams": ["parts", "workspace", "session", "texts", "contract"],
  "features/webhooks": ["contract", "session", "texts", "workspace", "parts"],
  "features/tree": ["parts", "workspace", "session", "texts", "contract"],
  "features/users": ["parts", "workspace", "session", "texts", "contract"]
}

const folderOf = (path: string): string => /^features\/[^/]+/.exec(path)?.[0] ?? path.split("/")[0] ?? ""

/** The page's sources, without what builds it. */
const files = readdirSync(web, { recursive: true, encoding: "utf8" }).filter(
  (path) => /\.(tsx?|css)$/.test(path) && !path.startsWith("build/")
)

const imports = files.flatMap((from) =>
  [...readFileSync(join(web, from), "utf8").matchAll(/(?:\bfrom |\bimport\(|^@?import )"(\.[^"]+)"/gm)].map(
    ([, specifier = ""]) => ({ from, to: join(dirname(from), specifier) })
  )
)

describe("The page's folders", () => {
  it("import only the folders listed here, except for app and styles", () => {
    const against = imports.filter(({ from, to }) => {
      const [folder, other] = [folderOf(from), folderOf(to)]
      const isFree = ["app", "styles"].includes(folder) || !from.includes("/") || to.startsWith("..")
      return !isFree && folder !== other && arrows[folder]?.includes(other) !== true
    })
    assert.deepStrictEqual(against, [])
    assert.isAbove(imports.length, 500)
  })

  it("are all listed, without a cycle", () => {
    const folders = new Set(files.filter((path) => path.includes("/")).map(folderOf))
    assert.sameMembers([...folders], [...Object.keys(arrows), "app", "styles"])
    const order = Object.keys(arrows)
    const upwards = order.flatMap((folder, at) => (arrows[folder] ?? []).filter((other) => order.indexOf(other) >= at))
    assert.deepStrictEqual(upwards, [])
  })
})

describe("The page’s styles", () => {
  it("keep the scale: sizes of text by name, spaces in whole multiples of 4 px", () => {
    const declared = files
      .filter((path) => path.endsWith(".css"))
      .flatMap((path) => [
        ...readFileSync(join(web, path), "utf8").matchAll(
          /^ +(font-size|padding|margin|gap|row-gap|inset|top)(-[a-z-]+)?: .+/gm
        )
      ])
      .map(([line]) => line.trim())
    const offScale = declared.filter((line) =>
      line.startsWith("font-size")
        ? /\d(px|r?em)/.test(line)
        : [...line.matchAll(/([\d.]+)rem/g)].some(([, rem]) => !Number.isInteger(Number(rem) * 4))
    )
    assert.isAbove(declared.length, 300)
    assert.deepStrictEqual(offScale, [])
  })
})
