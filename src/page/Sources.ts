import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { Effect } from "effect"
import { PageNotBuilt } from "./PageNotBuilt.ts"

/** What the page is made of, and how it is made: folders and a file, from the project's root. */
const folders = ["src/page/build", "src/api", "src/domain", "src/shared", "src/web"]
const versions = "package-lock.json"

/** Without what editors and file managers leave behind, whose names begin with a dot. */
const filesIn = (root: string, folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))

const digest = (root: string): string => {
  const hash = createHash("sha256")
  const names = [...folders.flatMap((folder) => filesIn(root, folder)), versions]
  for (const name of names.sort()) {
    const content = readFileSync(join(root, name))
    hash.update(`${name.split(sep).join("/")}\0${content.length}\0`).update(content)
  }
  return hash.digest("hex").slice(0, 16)
}

/**
 * Of the names and the content of everything the page is made of: 16 hexadecimal digits. Read at one go, without waiting:
 * it is a few hundred small files, once.
 */
export const hashOf = (root: string): Effect.Effect<string, PageNotBuilt> =>
  Effect.try({
    try: () => digest(root),
    catch: (cause) => new PageNotBuilt({ message: `The page's sources cannot be read: ${cause}`, cause })
  })
