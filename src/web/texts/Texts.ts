import { common, connectionTexts, initiativeStatus, objectiveStatus } from "./Common.ts"
import { conflicts } from "./Conflicts.ts"
import { history } from "./History.ts"
import { keys } from "./Keys.ts"
import { shell, signInTexts } from "./Shell.ts"

/** Every text of the page, by the part that says it. */
export const texts = {
  common,
  connection: connectionTexts,
  objectiveStatus,
  initiativeStatus,
  conflicts,
  keys,
  history,
  shell,
  signIn: signInTexts
}
