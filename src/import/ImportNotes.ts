import type { ParsedValue } from "./ImportTree.ts"
import * as texts from "./NoteTexts.ts"

/** What is unclear, and how it was read; or what is left out, and why. */
export interface Note extends texts.NoteText {
  readonly isLoss: boolean
  /** The rows it is true of, in order. */
  readonly rows: ReadonlyArray<number>
}

export interface Notes {
  /** Equal notes become one. */
  readonly add: (row: number, note: texts.NoteText, isLoss?: boolean) => void
  /** Adds a note on a text that is not read as a `what`, or could be read otherwise; returns what it is read as. */
  readonly checked: <A extends ParsedValue<string | number>>(
    row: number,
    what: string,
    text: string,
    read: A | undefined
  ) => A | undefined
  readonly list: () => ReadonlyArray<Note>
}

export const makeNotes = (): Notes => {
  const notes = new Map<string, Note & { readonly rows: Array<number> }>()
  const add: Notes["add"] = (row, { kind, text }, isLoss = false) => {
    const note = notes.get(text) ?? { kind, text, isLoss, rows: [] }
    notes.set(text, note)
    if (note.rows.at(-1) !== row) note.rows.push(row)
  }
  return {
    add,
    checked: (row, what, text, read) => {
      if (text !== "" && read === undefined) add(row, texts.notA(what, text), true)
      if (read?.isUnsure === true) add(row, texts.readAs(text, read.value))
      return read
    },
    list: () => [...notes.values()].toSorted((left, right) => Number(right.isLoss) - Number(left.isLoss))
  }
}
