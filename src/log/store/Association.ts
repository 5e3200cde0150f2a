import { Order } from "effect"
import type { Touched } from "../../domain/Event.ts"

/** That an event affected an entity, and how. */
export interface Association extends Touched {
  readonly sequenceNumber: number
}

export const associationOrder = Order.combine(
  Order.mapInput(Order.Number, ({ sequenceNumber }: Association) => sequenceNumber),
  Order.mapInput(Order.String, ({ entityId }: Association) => entityId)
)

export const associationsOf = (sequenceNumber: number, touched: ReadonlyArray<Touched>): ReadonlyArray<Association> =>
  touched.map((each) => ({ ...each, sequenceNumber }))
