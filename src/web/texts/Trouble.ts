import type { Outcome } from "../../domain/Outcome.ts"
import type { Result } from "../api/Result.ts"
import { common } from "./Common.ts"

/** Why a submission came to nothing, in words; empty when it did not. */
export const troubleOf = (answer: Result<Outcome>): string => {
  if (answer.ok) return answer.value.status === "rejected" ? common.refused(answer.value.rejectionReason ?? "") : ""
  if (answer.failure.kind === "refused") return common.refused(answer.failure.message)
  return answer.failure.kind === "signedOut" ? common.signedOut : common.unreachableShort
}
