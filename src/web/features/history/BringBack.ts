import type { DeletedPage } from "../../../domain/views/Deleted.ts"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import * as texts from "../../texts/SharedTexts.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import * as history from "./HistoryTexts.ts"
import { outcomeText } from "./OutcomeText.ts"

export type DeletedEntry = DeletedPage["entries"][number]

export const pageSize = 100

/** The number of pages that are searched for a deletion of which the event is not known. */
const maxPages = 20

/**
 * Brings back what an entry was about, unless its deletion went along with its parent's. Resolves to what became of it;
 * `say` is called each time the server cannot do it yet.
 */
export const bringBack = async (
  { api, submissions }: Workspace,
  { teamId, entityId, eventType, sequenceNumber }: HistoryEntry & { readonly teamId: string },
  say: (text: string) => void
): Promise<string> => {
  const isDeletion = eventType.startsWith("delete_")
  let before = isDeletion ? sequenceNumber + 1 : undefined
  for (let pages = isDeletion ? 1 : maxPages; pages > 0; pages--) {
    const answer = await api.deleted(teamId, pageSize, before)
    if (!answer.ok) return failureText(answer.failure)
    const deleted = answer.value.entries.find(({ id }) => id === entityId)
    if (deleted !== undefined) {
      const waiting = (): void => say(texts.deletions.notBackYet)
      return outcomeText(await submissions.bringBack({ ...deleted, teamId }, waiting), history.broughtBack)
    }
    if (answer.value.nextBefore === null) break
    before = answer.value.nextBefore
  }
  return history.notDeleted
}
