import type { EntityType } from "../../../shared/Entities.ts"
import { rowOf } from "../../../shared/EventTypes.ts"
import type { InitiativeStatus, ObjectiveStatus } from "../../../shared/Statuses.ts"

export type Kind = EntityType

/** The data of the events that make a thing, besides its id, its title and what it belongs to. */
export interface Values {
  /** Empty for the next colour of a team. */
  color?: string
  description?: string
  status?: ObjectiveStatus | InitiativeStatus
  /** `YYYY-MM-DD` */
  dueDate?: string | null
  unit?: string
  start?: number
  target?: number
  value?: number
  confidence?: number | null
  note?: string
}

/** What a text is read as, before it is compared with the team. */
export interface Thing {
  readonly kind: Kind
  /** The row or line that it stands in, from 1. */
  readonly row: number
  readonly title: string
  readonly values: Values
  /** Texts that name what it is linked to: the principles of an objective, the group of an initiative. */
  readonly names: Array<{ readonly row: number; readonly text: string }>
  readonly below: Array<Thing>
}

/** The values of a thing of which nothing else is said. */
const initialValues = (kind: Kind): Values =>
  Object.fromEntries(
    Object.entries(rowOf(kind).fields).flatMap(([field, { initial }]) =>
      initial === undefined ? [] : [[field, initial]]
    )
  )

export const newThing = (kind: Kind, row: number, title: string, values: Values = {}): Thing => ({
  ...{ kind, row, title, values: { ...initialValues(kind), ...values } },
  names: [],
  below: []
})

interface Node<A> {
  readonly below: ReadonlyArray<A>
}

export const allBelow = <A extends Node<A>>({ below }: Node<A>): ReadonlyArray<A> =>
  below.flatMap((one) => [one, ...allBelow(one)])

/** A text as it was understood. */
export interface Read<A extends string | number> {
  readonly value: A
  /** Whether it could mean something else. */
  readonly isUnsure: boolean
}
