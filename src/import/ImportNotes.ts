import { searchable } from "../shared/NormalizedText.ts"
import type { ParsedValue } from "./ImportTree.ts"
import * as texts from "./NoteTexts.ts"
import type { Question } from "./Questions.ts"
import type { Asked } from "./QuestionTexts.ts"

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
  /** Asks what a row does not tell. Equal questions become one. */
  readonly ask: (row: number, question: Asked) => void
  readonly list: () => ReadonlyArray<Note>
  readonly questions: () => ReadonlyArray<Question>
}

export const makeNotes = (): Notes => {
  const notes = new Map<string, Note & { readonly rows: Array<number> }>()
  const questions = new Map<string, Question & { readonly rows: Array<number> }>()
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
    ask: (row, asked) => {
      const key = `${asked.choice} ${searchable(asked.about)} ${asked.answers}`
      const question = questions.get(key) ?? { ...asked, rows: [] }
      questions.set(key, question)
      if (row > 0 && question.rows.at(-1) !== row) question.rows.push(row)
    },
    questions: () => [...questions.values()],
    list: () => [...notes.values()].toSorted((left, right) => Number(right.isLoss) - Number(left.isLoss))
  }
}
