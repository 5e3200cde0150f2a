import { wordsIn } from "../../../import/CellText.ts"
import type { Reading } from "../../../import/Columns.ts"
import type { ReadImport } from "../../../import/ReadImport.ts"
import type { Cells } from "../../../shared/Csv.ts"
import type { TextStore } from "../../session/TextStore.ts"

/** Members of a reading that the next file with the same header takes over. */
const kept = ["columns", "isDayFirst", "decimal", "statuses", "types", "units"] as const

export type KeptReading = Pick<Partial<Reading>, (typeof kept)[number] | "headerRow">

interface Remembered {
  readonly header: string
  readonly given: KeptReading
}

/** The most recent ones are kept, each of at most so many characters. */
const maxEntries = 20
const maxEntryLength = 8_000

/** The last row in which a header is looked for. */
const maxHeaderRow = 10

const headerOf = (row: ReadonlyArray<string>): string => row.map(wordsIn).join("|")

/** What was chosen for earlier tables, by the words of their headers, kept in this browser. */
export const makeRememberedReadings = (userId: string, local: TextStore) => {
  const key = `strategy.imports.${userId}`
  const entries = (): ReadonlyArray<Remembered> => {
    const text = local.get(key) ?? ""
    return text.startsWith("[") ? JSON.parse(text) : []
  }
  return {
    /** What was chosen for a table with this header, which may be in another row by now. */
    find: (rows: Cells): KeptReading | undefined => {
      const known = new Map(entries().map(({ header, given }) => [header, given]))
      const headers = rows.slice(0, maxHeaderRow).map(headerOf)
      const at = headers.findIndex((header) => known.has(header))
      return at < 0 ? undefined : { ...known.get(headers[at] ?? ""), headerRow: at + 1 }
    },
    /** Keeps what was chosen for a table; without a choice it is forgotten. */
    keep: ({ reading, rows }: Pick<ReadImport, "reading" | "rows">, chosen: Partial<Reading>): void => {
      const header = headerOf(rows[reading.headerRow - 1] ?? [])
      if (!/\p{L}/u.test(header)) return
      const given = Object.fromEntries(
        kept.flatMap((name) => (chosen[name] === undefined ? [] : [[name, chosen[name]]]))
      )
      const own = Object.keys(given).length === 0 ? [] : [{ header, given }]
      const all = [...entries().filter((entry) => entry.header !== header), ...own]
      const short = all.filter((entry) => JSON.stringify(entry).length <= maxEntryLength)
      local.put(key, JSON.stringify(short.slice(-maxEntries)))
    }
  }
}
