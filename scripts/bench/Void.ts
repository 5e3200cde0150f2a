import { Console, Data, Effect } from "effect"

/** A measured value beside what it should be. */
export interface Aim {
  readonly what: string
  readonly measured: number
  readonly unit: string
  readonly is: "below" | "at least"
  readonly bound: number
}

/** The measurement is void: what it measures did not take place as it should. The message is one sentence. */
export class Void extends Data.TaggedError("Void")<{ readonly message: string }> {}

/** All was measured, and something is not as good as it should be. */
export class Missed extends Data.TaggedError("Missed")<{ readonly message: string }> {}

const isMet = ({ measured, is, bound }: Aim): boolean => (is === "below" ? measured < bound : measured >= bound)

const shown = (aim: Aim): string =>
  `${isMet(aim) ? "met   " : "MISSED"} ${aim.what}: ${aim.measured.toFixed(2)} ${aim.unit}, aim ${aim.is} ${aim.bound} ${aim.unit}`

/** Prints each aim with what came of it; fails when one is missed. */
export const judge = Effect.fn("judge")(function* (aims: ReadonlyArray<Aim>) {
  for (const aim of aims) yield* Console.log(shown(aim))
  const missed = aims.filter((aim) => !isMet(aim))
  if (missed.length === 0) return
  return yield* new Missed({ message: `Not reached: ${missed.map(({ what }) => what).join("; ")}.` })
})

/** Nothing is worth measuring unless this holds. */
export const holds = (condition: boolean, message: string): Effect.Effect<void, Void> =>
  condition ? Effect.void : Effect.fail(new Void({ message }))
