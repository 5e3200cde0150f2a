import { signal } from "@preact/signals"
import type { EntityType } from "../../shared/Entities.ts"
import { refusalText } from "../texts/FailureTexts.ts"
import * as texts from "../texts/SharedTexts.ts"
import type { Outbox } from "./outbox/Outbox.ts"
import type { Toasts } from "./Toasts.ts"
import type { Undo } from "./Undo.ts"

/** An entity to delete. */
export interface Deletion {
  readonly type: Exclude<EntityType, "team">
  readonly teamId: string
  readonly entityId: string
  readonly title: string
}

export interface Deletions {
  /** Whether the entity is hidden because its deletion is being sent. */
  readonly has: (entityId: string) => boolean
  /** Deletes the entity, which is hidden at once, and then offers to undo it. */
  readonly begin: (deletion: Deletion) => Promise<void>
}

interface Dependencies {
  readonly outbox: Pick<Outbox, "submit">
  readonly toasts: Toasts
  readonly undo: Pick<Undo, "offer">
}

/** How long a message offers to undo a deletion; later it can be brought back from the list of what was deleted. */
const offerMs = 8000

export const makeDeletions = ({ outbox, toasts, undo }: Dependencies): Deletions => {
  const hidden = signal<ReadonlySet<string>>(new Set())
  const begin: Deletions["begin"] = async (deletion) => {
    const { type, entityId, teamId, title } = deletion
    if (hidden.peek().has(entityId)) return
    hidden.value = new Set([...hidden.peek(), entityId])
    const answer = await outbox.submit({ eventType: `delete_${type}`, targetId: entityId, data: {} }, { teamId })
    hidden.value = new Set([...hidden.peek()].filter((id) => id !== entityId))
    const refusal = refusalText(answer)
    if (!answer.ok || refusal !== "") {
      const retry = { label: texts.common.retry, run: () => void begin(deletion) }
      toasts.show(texts.deletions.failed(title, refusal), { tone: "bad", action: retry })
      return
    }
    const step = { sequenceNumber: answer.value.sequenceNumber, subject: texts.undo.deletionOf(title) }
    undo.offer(step, texts.deletions.done(title), offerMs)
  }
  return { has: (entityId) => hidden.value.has(entityId), begin }
}
