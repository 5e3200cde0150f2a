import { ownedBy } from "../../shared/words/Owners.ts"
import type { Session } from "./PageSession.ts"
import { query, replaceQuery } from "./Route.ts"

/** Whether an owner is the signed-in user. Reads a signal. */
export const isMine = ({ user }: Session): ((owner: string) => boolean) =>
  ownedBy(user.value === undefined ? [] : [user.value])

/** Whether the address asks only for what the user owns. Reads a signal. */
export const onlyMine = (): boolean => new URLSearchParams(query.value).get("is") === "mine"

/** Shows only what the user owns, or everything, on a page that has no other filter. */
export const showOnlyMine = (isOnly: boolean): void => replaceQuery(isOnly ? "?is=mine" : "")
