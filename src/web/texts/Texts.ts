import { account } from "./Account.ts"
import { board, boardFilter, exporting } from "./Board.ts"
import { common, connectionTexts, initiativeStatus, objectiveStatus } from "./Common.ts"
import { conflicts } from "./Conflicts.ts"
import { deletions } from "./Deletions.ts"
import { history } from "./History.ts"
import { initiatives } from "./Initiatives.ts"
import { matrix } from "./Matrix.ts"
import { measures } from "./Measures.ts"
import { shell, signInTexts } from "./Shell.ts"
import { teams } from "./Teams.ts"
import { users } from "./Users.ts"

/** Every text of the page, by the part that says it. */
export const texts = {
  common,
  connection: connectionTexts,
  objectiveStatus,
  initiativeStatus,
  board,
  boardFilter,
  exporting,
  conflicts,
  deletions,
  history,
  initiatives,
  matrix,
  measures,
  shell,
  signIn: signInTexts,
  account,
  teams,
  users
}
