import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { Effect } from "effect"
import { PageNotBuilt } from "./PageNotBuilt.ts"

/** The folders and the file that determine the built page, relative to the project's root. */
const folders = ["src/api", "src/domain", "src/import", "src/shared", "src/web"]
const versions = "package-lock.json"

/** All files below a folder, except those of editors and file managers, whose names begin with a dot. */
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
 * The hash of the names and contents of the page's sources: 16 hexadecimal digits. The few hundred small files are read
 * synchronously, since this runs only at the start.
 */
export const hashOf = (root: string): Effect.Effect<string, PageNotBuilt> =>
  Effect.try({
    try: () => digest(root),
    catch: (cause) => new PageNotBuilt({ message: `The page's sources cannot be read: ${cause}`, cause })
  })
