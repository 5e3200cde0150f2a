import { account } from "../app/AccountTexts.ts"
import { shell, signInTexts } from "../app/ShellTexts.ts"
import { board, boardFilter, exporting } from "../features/board/Texts.ts"
import { matrix } from "../features/matrix/Texts.ts"
import { initiatives } from "../features/objective/InitiativeTexts.ts"
import { measures } from "../features/objective/MeasureTexts.ts"
import { teams } from "../features/teams/Texts.ts"
import { users } from "../features/users/Texts.ts"
import { common, connectionTexts, initiativeStatus, objectiveStatus } from "./Common.ts"
import { conflicts } from "./Conflicts.ts"
import { deletions } from "./Deletions.ts"
import { history } from "./History.ts"

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
