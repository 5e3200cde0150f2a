import type { Outcome } from "../../domain/Outcome.ts"
import type { Failure, Result } from "../contract/Result.ts"
import { common } from "./Common.ts"

/** A failure in words for people. */
export const troubleOf = (failure: Failure): string => {
  if (failure.kind === "refused") return common.refused(failure.message)
  return failure.kind === "signedOut" ? common.signedOut : common.unreachableShort
}

/** Why a submission changed nothing; empty when all is well. */
export const refusalOf = (answer: Result<Outcome>): string => {
  if (!answer.ok) return troubleOf(answer.failure)
  return answer.value.status === "rejected" ? common.refused(answer.value.rejectionReason ?? "") : ""
}
