import { Effect } from "effect"
import type { Lane, Step } from "../import/PlanEvents.ts"

export interface ImportResult {
  /** How many items were created, now or by an earlier run. */
  readonly made: number
  /** What the server refused, and why in a sentence, in order of the rows. The title of what only links or checks in is empty. */
  readonly refused: ReadonlyArray<{ readonly row: number; readonly title: string; readonly reason: string }>
}

/** Requests at the same time. */
const maxInFlight = 4

/**
 * Sends an import's steps: teams with their principles and objectives first, then what is in each objective. `submit` gives
 * why the server refused a step, if it did; what belongs to an item that was refused is not sent. A step has the same key in
 * every run, so that sending all of them again goes on with a run that failed.
 */
export const sendLanes = Effect.fnUntraced(function* <E>(
  lanes: ReadonlyArray<Lane>,
  submit: (body: Step["body"], key: string) => Effect.Effect<string | undefined, E>
) {
  const lost = new Set<unknown>()
  const refused: Array<ImportResult["refused"][number]> = []
  let made = 0

  const sendStep = Effect.fnUntraced(function* ({ body, row, title }: Step, key: string) {
    const isLost = lost.has(body.targetId)
    const reason = isLost ? "The item it belongs to was rejected." : yield* submit(body, key)
    if (reason === undefined) made += Number(title !== "")
    else {
      if (title !== "") lost.add(body.data.id)
      refused.push({ row, title, reason })
    }
  })
  const sendLane = ({ steps, number }: Lane & { readonly number: number }) =>
    Effect.forEach(steps, (step, index) => sendStep(step, `${number}.${index}`), { discard: true })

  const numbered = lanes.map((lane, number) => ({ ...lane, number }))
  const teams = numbered.filter(({ of, number }) => of === number)
  const inner = numbered.filter(({ of, number }) => of !== number)
  yield* Effect.forEach(teams, sendLane, { discard: true })
  yield* Effect.forEach(inner, sendLane, { discard: true, concurrency: maxInFlight })
  return { made, refused: refused.toSorted((left, right) => left.row - right.row) } satisfies ImportResult
})
