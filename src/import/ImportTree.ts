import type { EntityType } from "../shared/Entities.ts"
import { rowOf } from "../shared/EventTypes.ts"
import type { InitiativeStatus, ObjectiveStatus } from "../shared/Statuses.ts"

export type Kind = EntityType

/** The data of the events that make an item, besides its id, its title and what it belongs to. */
export interface Values {
  /** Empty for the next colour of a team. */
  color?: string
  description?: string
  status?: ObjectiveStatus | InitiativeStatus
  statusNote?: string
  owner?: string
  /** Dates are `YYYY-MM-DD`. */
  startDate?: string | null
  dueDate?: string | null
  unit?: string
  start?: number
  target?: number
  value?: number
  confidence?: number | null
  note?: string
  /** The day of the check-in; without it, that of the import. */
  date?: string
}

/** What a text is read as, before it is compared with the team. */
export interface ImportItem {
  readonly kind: Kind
  /** The row or line that it stands in, from 1. */
  readonly row: number
  readonly title: string
  readonly values: Values
  /** Those of the values that the text does not say, such as the status of an objective without one. */
  readonly implied: Set<string>
  /** Texts that name what it is linked to: the principles of an objective, the group of an initiative. */
  readonly names: Array<{ readonly row: number; readonly text: string }>
  /** Texts of a row each that name the objective it supports: its key, its id or its title. */
  readonly parents: Array<{ readonly row: number; readonly texts: ReadonlyArray<string> }>
  /** The keys by which rows name it. */
  readonly keys: Array<string>
  readonly below: Array<ImportItem>
}

/** The values of an item of which nothing else is said. */
const initialValues = (kind: Kind): Values =>
  Object.fromEntries(
    Object.entries(rowOf(kind).fields).flatMap(([field, { initial }]) =>
      initial === undefined ? [] : [[field, initial]]
    )
  )

export const newItem = (kind: Kind, row: number, title: string, values: Values = {}): ImportItem => {
  const all = { ...initialValues(kind), ...values }
  const implied = new Set(Object.keys(all).filter((field) => !Object.hasOwn(values, field)))
  return { kind, row, title, values: all, implied, names: [], parents: [], keys: [], below: [] }
}

interface Node<A> {
  readonly below: ReadonlyArray<A>
}

export const descendantsOf = <A extends Node<A>>({ below }: Node<A>): ReadonlyArray<A> =>
  below.flatMap((one) => [one, ...descendantsOf(one)])

/** The value read from a text. */
export interface ParsedValue<A extends string | number> {
  readonly value: A
  /** Whether it could mean something else. */
  readonly isUnsure: boolean
}
