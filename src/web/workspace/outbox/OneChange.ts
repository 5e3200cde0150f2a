import { maxNameLength } from "../../../shared/ChangeSetNames.ts"
import { truncatedLine } from "../../../shared/Quoted.ts"
import * as texts from "../../texts/OneChangeTexts.ts"
import type { Workspace } from "../Workspace.ts"
import { type BatchStep, isWhole } from "./Batch.ts"
import type { SentBatch } from "./Batches.ts"

/**
 * Sends steps as one change set, so that one undo takes all of it back. `last` is sent only once all the others are made.
 * A message says that it is done; what was refused is said by the page's list of batches.
 */
export const makeAsOne = async (
  { outbox, newId, toasts, undo }: Workspace,
  { name, subject, done }: texts.Wording,
  steps: ReadonlyArray<BatchStep>,
  last: ReadonlyArray<BatchStep> = []
): Promise<void> => {
  if (steps.length === 0) {
    toasts.show(texts.noChange)
    return
  }
  const changeSet = { id: newId(), name: truncatedLine(name, maxNameLength) }
  const send = (some: ReadonlyArray<BatchStep>): Promise<SentBatch> =>
    outbox.batches.send({ id: newId(), changeSet, subject, teams: [], steps: some, isQuiet: true })
  const first = await send(steps)
  const sent = isWhole(first) && last.length > 0 ? await send(last) : first
  const sequenceNumber = Math.max(first.latest, sent.latest)
  const step = { sequenceNumber, changeSetId: changeSet.id, subject }
  if (isWhole(sent) && sequenceNumber === 0) toasts.show(texts.noChange)
  else if (isWhole(sent)) undo.offer(step, done)
  else {
    if (sequenceNumber > 0) undo.remember(step)
    toasts.show(texts.partly(sent.made, sent.total), { tone: "bad" })
  }
}
