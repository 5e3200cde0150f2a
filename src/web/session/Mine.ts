import { ownedBy } from "../../shared/Owners.ts"
import type { Session } from "./PageSession.ts"

/** Whether an owner is the signed-in user. Reads a signal. */
export const isMine = ({ user }: Session): ((owner: string) => boolean) =>
  ownedBy(user.value === undefined ? [] : [user.value])
