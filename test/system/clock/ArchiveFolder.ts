import { mkdirSync, readdirSync, readFileSync, utimesSync, watch } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { End } from "../../../src/archive/Format.ts"

const decodeEnd = Schema.decodeUnknownSync(Schema.fromJsonString(End))

const nameOfArchive = /^strategy-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.ndjson$/

/** When an archive was begun by the clock of its server, Unix milliseconds. */
const timeOf = (name: string): number => Date.parse(name.replace(nameOfArchive, "$1:$2:$3Z"))

/** The names of the finished archives. */
const archivesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder).filter((name) => nameOfArchive.test(name))

/** Gives each archive the time that its file would have if the system's clock had been as wrong as its server's. */
export const shiftFileTimes = (folder: string): void => {
  mkdirSync(folder, { recursive: true })
  for (const name of archivesIn(folder)) {
    const seconds = timeOf(name) / 1_000
    utimesSync(join(folder, name), seconds, seconds)
  }
}

/** How many files are there that are no finished archive: killed servers leave them. */
export const unfinishedIn = (folder: string): number => readdirSync(folder).length - archivesIn(folder).length

/** Resolves when a file in the folder is first made or changed from now on. */
export const firstChange = (folder: string): Promise<void> =>
  new Promise((resolve) => {
    const watcher = watch(folder, () => {
      watcher.close()
      resolve()
    })
  })

/** The numbers of events in the archives, ascending. Fails if one of them is not complete. */
export const eventsInArchives = (folder: string): ReadonlyArray<number> =>
  archivesIn(folder)
    .map((name) => decodeEnd(readFileSync(join(folder, name), "utf8").trimEnd().split("\n").at(-1)).events)
    .sort((one, other) => one - other)
