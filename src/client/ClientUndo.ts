import { Effect } from "effect"
import { ChangeSetId } from "../domain/entities/Ids.ts"
import type { Inverse } from "../domain/inverse/Inverse.ts"
import { undoOf } from "../shared/ChangeSetNames.ts"
import type { DerivedClient } from "./DerivedClient.ts"
import type { Outcome, Rejected, SubmitOptions } from "./Submission.ts"

/** An event by its sequence number, or a change set by its id. */
export type Undoable = number | ChangeSetId

export interface Undone {
  /** The sequence numbers of the events that were taken back now. */
  readonly undone: ReadonlyArray<number>
  /** What stays because somebody changed it since: the event, why, and the later change that stands in the way. */
  readonly left: Inverse["left"]
  /** What the service rejected. */
  readonly refused: ReadonlyArray<{ readonly sequenceNumber: number } & Pick<Rejected, "code" | "rejectionReason">>
}

type Submission = Inverse["submissions"][number]

/** See `Client.inverse`. */
export const inverse = (api: DerivedClient, of: Undoable) =>
  typeof of === "number"
    ? api.history.inverse({ params: { sequenceNumber: of } })
    : api.history.inverseOfChangeSet({ params: { changeSetId: of } })

/** See `Client.undo`. */
export const undo = Effect.fn("Client.undo")(function* <E>(
  api: DerivedClient,
  submit: (body: Omit<Submission, "undoes">, options: SubmitOptions) => Effect.Effect<Outcome, E>,
  of: Undoable
) {
  const id = ChangeSetId.make(crypto.randomUUID())
  const undone: Array<number> = []
  for (;;) {
    const { submissions, left, changeSetName } = yield* inverse(api, of)
    const changeSet = { id, ...(changeSetName !== null && { name: undoOf(changeSetName) }) }
    const refused: Array<Undone["refused"][number]> = []
    const before = undone.length
    for (const { undoes, ...body } of submissions) {
      const outcome = yield* submit(body, { changeSet, undoes })
      if (outcome.status === "applied") undone.push(undoes)
      if (outcome.status !== "rejected") continue
      const { code, rejectionReason } = outcome
      refused.push({ sequenceNumber: undoes, code, rejectionReason })
    }
    // Some submissions only come once others were applied.
    if (undone.length === before) return { undone, left, refused } satisfies Undone
  }
})
