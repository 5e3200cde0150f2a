import type fc from "fast-check"
import { account } from "./AccountCases.ts"
import { type Case, weighted } from "./Case.ts"
import { anyEvent, legalEvent, spoiltEvent, teamDeletion } from "./EventCases.ts"
import { elsewhere, exported, history, session, view } from "./ReadCases.ts"

export const anyCase: fc.Arbitrary<Case> = weighted<Case>(
  [40, legalEvent],
  [1, teamDeletion],
  [13, spoiltEvent],
  [9, anyEvent],
  [14, account],
  [10, view],
  [6, history],
  [2, exported],
  [4, session],
  [4, elsewhere]
)
