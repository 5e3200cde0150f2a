import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"

const root = join(import.meta.dirname, "..")

const markdownIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name))

const documents = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", ...markdownIn("docs")]

/** What a guide has a reader make. */
const made: ReadonlySet<string> = new Set(["test/web/features/board/DueSoon.test.ts", "scripts/deploy/secrets"])

const textOf = (path: string): string => readFileSync(join(root, path), "utf8")

/** Links in code are examples. */
const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gm, "").replaceAll(/`[^`\n]*`/g, "")

/** As GitHub makes it of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-")

const anchorsIn = (path: string): ReadonlyArray<string> =>
  [...textOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading))

const isBroken = (from: string, target: string): boolean => {
  const [file = "", anchor] = target.split("#", 2)
  const path = file === "" ? from : join(dirname(from), file)
  if (!existsSync(join(root, path))) return true
  return anchor !== undefined && !anchorsIn(path).includes(anchor)
}

describe("The documents", () => {
  it.each(documents)("%s: relative links and images lead somewhere", (path) => {
    const targets = [...withoutCode(textOf(path)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target)
    const relative = targets.filter((target) => !/^https?:/.test(target))
    assert.deepStrictEqual(
      relative.filter((target) => isBroken(path, target)),
      []
    )
  })

  it.each(["README.md", "CONTRIBUTING.md"])("%s has at most 150 lines", (path) => {
    assert.isAtMost(textOf(path).trimEnd().split("\n").length, 150)
  })

  it.each(documents)("%s: the tests and sources that it names are there", (path) => {
    const named = [...textOf(path).matchAll(/`((?:test|src|scripts)\/[\w./-]+)`/g)].map(([, name = ""]) => name)
    const forms = ["", ".ts", ".tsx", ".test.ts"]
    assert.deepStrictEqual(
      path === "CHANGELOG.md"
        ? []
        : named.filter((name) => !made.has(name) && !forms.some((form) => existsSync(join(root, name + form)))),
      []
    )
  })

  it("name every setting in docs/operate.md", () => {
    const names = [...textOf("src/Config.ts").matchAll(/"([A-Z]+(?:_[A-Z]+)*)"/g)].map(([, name = ""]) => name)
    assert.isAbove(names.length, 15)
    const table = textOf("docs/operate.md")
    assert.deepStrictEqual(
      names.filter((name) => !table.includes(`\`${name}\``)),
      []
    )
  })
})
