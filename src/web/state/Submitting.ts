import type { Outcome } from "../../domain/Outcome.ts"
import * as Api from "../api/Api.ts"
import type { Sent } from "../model/Draft.ts"
import { dataOf, eventTypeOf, type Field } from "../model/Field.ts"
import { askWho, noticed } from "./Session.ts"
import { teamOf } from "./Team.ts"

export type Answer =
  /** What the page shows has caught up with it. */
  | { readonly kind: "outcome"; readonly outcome: Outcome }
  | { readonly kind: "refused"; readonly reason: string }
  /** It may have happened or not. */
  | { readonly kind: "none" }

/** Milliseconds between two looks for what was just saved. */
const breath = 1000

/** The page shows what was saved before its draft goes: a text never jumps back. */
const caughtUp = async (teamId: string, sequenceNumber: number): Promise<void> => {
  const team = teamOf(teamId)
  if (team.body.peek() === undefined) return
  for (;;) {
    await team.refresh(sequenceNumber)
    if (team.sequenceNumber.peek() >= sequenceNumber || team.trouble.peek()?.kind !== "unreachable") return
    await new Promise((resolve) => setTimeout(resolve, breath))
  }
}

export const submitDraft = async (field: Field, { text, lastSeen, key }: Sent): Promise<Answer> => {
  const answer = await Api.submit(
    {
      eventType: eventTypeOf(field),
      targetId: field.entityId,
      data: dataOf(field, text),
      lastSeenSequence: lastSeen
    },
    key
  )
  if (answer.ok) {
    const outcome = answer.value
    await caughtUp(field.teamId, outcome.status === "applied" ? outcome.sequenceNumber : 0)
    return { kind: "outcome", outcome }
  }
  const failure = noticed(answer.failure)
  if (failure.kind !== "refused") return { kind: "none" }
  // The role may have been taken away.
  if (failure.status === 403) void askWho()
  return { kind: "refused", reason: failure.message }
}
