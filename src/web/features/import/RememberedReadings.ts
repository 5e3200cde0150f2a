import { type Signal, signal } from "@preact/signals"
import { wordsIn } from "../../../import/CellText.ts"
import { columns, type Reading } from "../../../import/Columns.ts"
import { readingOf } from "../../../import/GuessedReading.ts"
import { maxHeaderRow } from "../../../import/HeaderRow.ts"
import type { ReadImport } from "../../../import/ReadImport.ts"
import type { Cells } from "../../../shared/Csv.ts"
import type { TextStore } from "../../session/TextStore.ts"

/** Members of a reading that the next file with the same header takes over. */
const kept = ["columns", "isDayFirst", "decimal", "statuses", "types", "units", "periods"] as const

type KeptReading = Pick<Partial<Reading>, (typeof kept)[number] | "headerRow">

interface Remembered {
  readonly header: string
  readonly given: KeptReading
}

/** The most recent ones are kept, each of at most so many characters. */
const maxEntries = 20
const maxEntryLength = 8_000

const headerOf = (row: ReadonlyArray<string>): string => row.map(wordsIn).join("|")

interface Form {
  readonly text: Signal<string>
  readonly given: Signal<Partial<Reading>>
  /** What decides where neither the text nor the user does. */
  readonly otherwise: () => Pick<Reading, "isDayFirst" | "decimal" | "top">
}

/** What was chosen for earlier tables, by the words of their headers, kept in this browser. */
export const makeRememberedReadings = (userId: string, local: TextStore, { text, given, otherwise }: Form) => {
  const key = `strategy.imports.${userId}`
  /** Takes back what was taken over; undefined where nothing was. */
  const forget = signal<(() => void) | undefined>(undefined)
  const entries = (): ReadonlyArray<Remembered> => {
    const stored = local.get(key) ?? ""
    const all: ReadonlyArray<Remembered> = stored.startsWith("[") ? JSON.parse(stored) : []
    // An earlier release may have had other columns.
    return all.filter(({ given }) => given.columns?.every((column) => columns.includes(column)) ?? true)
  }
  /** What was chosen for a table with this header, which may be in another row by now. */
  const find = (rows: Cells): KeptReading | undefined => {
    const known = new Map(entries().map(({ header, given }) => [header, given]))
    const headers = rows.slice(0, maxHeaderRow).map(headerOf)
    const at = headers.findIndex((header) => known.has(header))
    return at < 0 ? undefined : { ...known.get(headers[at] ?? ""), headerRow: at + 1 }
  }
  return {
    forget,
    /** Takes over what an earlier import of such a table chose, unless something was chosen for this one. */
    recall: (): void => {
      const before = given.peek()
      if (before.columns !== undefined || forget.peek() !== undefined) return
      const { rows } = readingOf(text.peek(), before, { ...otherwise(), here: undefined })
      const found = find(rows)
      if (found === undefined) return
      given.value = { ...before, ...found }
      forget.value = () => {
        given.value = before
        forget.value = undefined
      }
    },
    /** Keeps what was chosen for the next table with this header; without a choice it is forgotten. */
    keep: ({ reading, rows }: Pick<ReadImport, "reading" | "rows">): void => {
      const header = headerOf(rows[reading.headerRow - 1] ?? [])
      if (!/\p{L}/u.test(header)) return
      const chosen = given.peek()
      const own = Object.fromEntries(kept.flatMap((name) => (chosen[name] === undefined ? [] : [[name, chosen[name]]])))
      const others = entries().filter((entry) => entry.header !== header)
      const all = Object.keys(own).length === 0 ? others : [...others, { header, given: own }]
      const short = all.filter((entry) => JSON.stringify(entry).length <= maxEntryLength)
      local.put(key, JSON.stringify(short.slice(-maxEntries)))
    }
  }
}
