import type { Outcome } from "../../domain/Outcome.ts"
import type { Failure, Result } from "../contract/Result.ts"
import * as common from "./Common.ts"

/** A failure explained to people. */
export const failureText = (failure: Failure): string => {
  if (failure.kind === "refused") return common.refused(failure.message)
  return failure.kind === "signedOut" ? common.signedOut : common.unreachableShort
}

/** Why a submission failed or was rejected; empty when it was neither. */
export const refusalText = (answer: Result<Outcome>): string => {
  if (!answer.ok) return failureText(answer.failure)
  return answer.value.status === "rejected" ? common.refused(answer.value.rejectionReason ?? "") : ""
}
