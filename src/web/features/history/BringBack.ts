import type { HistoryEntry } from "../../../domain/views/History.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import type { TakenBack } from "../../workspace/TakeBack.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import * as history from "./HistoryTexts.ts"

/** The number of latest events of an entity among which its deletion is. */
const latestEvents = 20

/** Takes back the deletion of what an entry was about, unless that went along with its parent. */
export const bringBack = async (workspace: Workspace, entry: HistoryEntry): Promise<string> => {
  const { api, takeBack } = workspace
  const { entityId, eventType } = entry
  const answer = eventType.startsWith("delete_") ? entry : await api.entityHistory(entityId ?? "", latestEvents)
  if ("ok" in answer && !answer.ok) return failureText(answer.failure)
  const entries = "ok" in answer ? answer.value : [answer]
  const deletion = entries.find((one) => one.entityId === entityId && one.eventType.startsWith("delete_"))
  if (deletion === undefined) return history.notDeleted
  const target = { sequenceNumber: deletion.sequenceNumber }
  return takenBackText(await takeBack.run(target, history.thisChange), history.broughtBack)
}

/** What became of taking an entry back, in words. */
export const takenBackText = ({ count, left, failure }: TakenBack, done: string): string =>
  [count > 0 ? done : "", ...left, failure].filter((text) => text !== "").join(" ") || history.noChange
