import type { Outcome } from "../../../domain/Outcome.ts"
import type { Result } from "../../contract/Result.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import type { TakenBack } from "../../workspace/TakeBack.ts"
import * as history from "./HistoryTexts.ts"

/** What became of a submission in words: `applied` says that it succeeded. */
export const outcomeText = (answer: Result<Outcome>, applied: (sequenceNumber: number) => string): string => {
  if (!answer.ok) return failureText(answer.failure)
  const { status, sequenceNumber, rejectionReason, conflictingServerValue } = answer.value
  if (status === "applied") return applied(sequenceNumber)
  if (status === "no_change") return history.noChange
  if (conflictingServerValue !== null) return history.conflicted(conflictingServerValue)
  return history.notApplied(rejectionReason ?? "")
}

/** What became of taking a change back in words: `done` says that it succeeded. */
export const takenBackText = ({ count, left, failure, isDeclined }: TakenBack, done: string): string =>
  isDeclined
    ? ""
    : [count > 0 ? done : "", ...left, failure].filter((text) => text !== "").join(" ") || history.noChange
