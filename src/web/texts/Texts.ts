import { common, connectionTexts, initiativeStatus, objectiveStatus } from "./Common.ts"
import { conflicts } from "./Conflicts.ts"
import { deletions } from "./Deletions.ts"
import { history } from "./History.ts"

/** What several parts of the page say. */
export const texts = {
  common,
  connection: connectionTexts,
  objectiveStatus,
  initiativeStatus,
  conflicts,
  deletions,
  history
}
