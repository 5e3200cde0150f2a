import { common, connectionTexts, initiativeStatus, objectiveStatus } from "./Common.ts"
import { conflicts } from "./Conflicts.ts"
import { deletions } from "./Deletions.ts"
import { history } from "./History.ts"
import { undo } from "./Undo.ts"

/** Texts that several features use. */
export const texts = {
  common,
  connection: connectionTexts,
  objectiveStatus,
  initiativeStatus,
  conflicts,
  deletions,
  history,
  undo
}
