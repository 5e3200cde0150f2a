import type { InitiativeStatus, ObjectiveStatus } from "../../../shared/Statuses.ts"

/** What a text is read as, before it is compared with the team. `row`: the row or line that it stands in, from 1. */

export interface Principle {
  readonly row: number
  readonly title: string
  description: string
}

export interface Group {
  readonly row: number
  readonly title: string
}

export interface Initiative {
  readonly row: number
  readonly title: string
  readonly status: InitiativeStatus
  /** The group's name or number; empty for none. */
  readonly group: string
}

export interface Measure {
  readonly row: number
  readonly title: string
  readonly unit: string
  readonly start: number
  readonly target: number
  readonly value: number
  readonly confidence: number | null
  readonly note: string
}

export interface Objective {
  readonly row: number
  readonly title: string
  description: string
  status: ObjectiveStatus
  /** `YYYY-MM-DD` */
  dueDate: string | null
  /** Cells that name principles. */
  readonly principles: Array<{ readonly row: number; readonly text: string }>
  readonly groups: Array<Group>
  readonly initiatives: Array<Initiative>
  readonly measures: Array<Measure>
}

export interface Things {
  readonly principles: Array<Principle>
  readonly objectives: Array<Objective>
  /** The colour of a team that has a row of its own. */
  color?: string
}

/** The rows of all things, in order of the things. */
export const rowsOf = ({ principles, objectives }: Things): ReadonlyArray<number> =>
  [
    ...principles,
    ...objectives.flatMap((objective) => [
      objective,
      ...objective.groups,
      ...objective.initiatives,
      ...objective.measures
    ])
  ].map(({ row }) => row)

export const newObjective = (row: number, title: string): Objective => ({
  row,
  title,
  description: "",
  status: "draft",
  dueDate: null,
  principles: [],
  groups: [],
  initiatives: [],
  measures: []
})

/** What is unclear, and how it was read; or what is left out, and why. */
export interface Note {
  readonly text: string
  readonly isLoss: boolean
  /** The rows it is true of, in order. */
  readonly rows: ReadonlyArray<number>
}

export interface Notes {
  /** Equal notes become one. */
  readonly add: (row: number, text: string, isLoss?: boolean) => void
  readonly list: () => ReadonlyArray<Note>
}

export const makeNotes = (): Notes => {
  const notes = new Map<string, Note & { readonly rows: Array<number> }>()
  return {
    add: (row, text, isLoss = false) => {
      const note = notes.get(text) ?? { text, isLoss, rows: [] }
      notes.set(text, note)
      if (note.rows.at(-1) !== row) note.rows.push(row)
    },
    list: () => [...notes.values()].toSorted((left, right) => Number(right.isLoss) - Number(left.isLoss))
  }
}
