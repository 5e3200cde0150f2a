import { account } from "./Account.ts"
import { common, connectionTexts, initiativeStatus, objectiveStatus } from "./Common.ts"
import { conflicts } from "./Conflicts.ts"
import { shell, signInTexts } from "./Shell.ts"
import { teams } from "./Teams.ts"
import { users } from "./Users.ts"

/** Every text of the page, by the part that says it. */
export const texts = {
  common,
  connection: connectionTexts,
  objectiveStatus,
  initiativeStatus,
  conflicts,
  shell,
  signIn: signInTexts,
  account,
  teams,
  users
}
