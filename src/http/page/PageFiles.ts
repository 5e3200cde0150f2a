import { readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { Effect } from "effect"
import { PageNotBuilt } from "./PageNotBuilt.ts"

/** A file of the page, with its compressed forms if the build made them. */
export interface PageFile {
  readonly identity: Uint8Array
  readonly br: Uint8Array | undefined
  readonly gzip: Uint8Array | undefined
}

/** Files by their paths below the page's folder, separated by `/`. */
export type PageFiles = ReadonlyMap<string, PageFile>

/** Matches where an address in the document begins with the host's root. */
const rootedAddress = /(?<= (?:href|src)=")(?=\/)/g

/** The document for a service below `basePath`. Only the document has addresses that begin with the root. */
export const below = (basePath: string, document: PageFile): PageFile => {
  if (basePath === "") return document
  const identity = Buffer.from(Buffer.from(document.identity).toString().replaceAll(rootedAddress, basePath))
  return { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) }
}

const compressed = /\.(br|gz)$/

const readAll = (folder: string): PageFiles => {
  const contents = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(folder, file).split(sep).join("/"), readFileSync(file)] as const)
  )
  return new Map(
    [...contents]
      .filter(([name]) => !compressed.test(name))
      .map(([name, identity]) => [name, { identity, br: contents.get(`${name}.br`), gzip: contents.get(`${name}.gz`) }])
  )
}

/** Reads all files of a built page. */
export const read = (folder: string): Effect.Effect<PageFiles, PageNotBuilt> =>
  Effect.try({
    try: () => readAll(folder),
    catch: (cause) => new PageNotBuilt({ message: `The built page cannot be read: ${cause}`, cause })
  })
