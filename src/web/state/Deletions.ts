import { type Signal, signal } from "@preact/signals"
import * as Api from "../api/Api.ts"
import { texts } from "../texts/Texts.ts"
import { noticed } from "./Session.ts"
import { teamOf } from "./Team.ts"
import { toast } from "./Toasts.ts"

export interface Deletion {
  readonly eventType: "delete_principle" | "delete_objective" | "delete_group" | "delete_initiative" | "delete_progress"
  readonly teamId: string
  readonly entityId: string
  readonly title: string
}

interface Pending {
  readonly deletion: Deletion
  /** Sent again under it, it happens once. */
  readonly key: string
  readonly timer: ReturnType<typeof setTimeout>
}

/** Milliseconds in which a deletion can be taken back. */
const grace = 6000

const pending = new Map<string, Pending>()

const hidden: Signal<ReadonlySet<string>> = signal(new Set())

/** Whether it is deleted as far as this page's user is concerned, though the server may not know yet. */
export const isDeleted = (entityId: string): boolean => hidden.value.has(entityId)

const hide = (entityId: string): void => {
  hidden.value = new Set([...hidden.peek(), entityId])
}

const show = (entityId: string): void => {
  hidden.value = new Set([...hidden.peek()].filter((id) => id !== entityId))
}

const submit = ({ eventType, entityId }: Deletion, key: string, keepalive = false) =>
  Api.submit({ eventType, targetId: entityId, data: {} }, key, keepalive)

const send = async (deletion: Deletion, key: string): Promise<void> => {
  const { entityId, teamId, title } = deletion
  pending.delete(entityId)
  const answer = await submit(deletion, key)
  const failure = answer.ok ? undefined : noticed(answer.failure)
  const reason = answer.ok
    ? (answer.value.rejectionReason ?? "")
    : answer.failure.kind === "refused"
      ? answer.failure.message
      : ""
  await teamOf(teamId).refresh(answer.ok && answer.value.status === "applied" ? answer.value.sequenceNumber : 0)
  show(entityId)
  if (failure === undefined && reason === "") return
  toast(texts.deletions.failed(title, reason), {
    tone: "bad",
    action: {
      label: texts.common.retry,
      run: () => {
        hide(entityId)
        void send(deletion, key)
      }
    }
  })
}

/** Hides it at once and deletes it in a moment, until when it can be taken back. */
export const deleteSoon = (deletion: Deletion): void => {
  const { entityId, title } = deletion
  if (pending.has(entityId)) return
  const key = crypto.randomUUID()
  hide(entityId)
  pending.set(entityId, { deletion, key, timer: setTimeout(() => void send(deletion, key), grace) })
  const undo = () => {
    const found = pending.get(entityId)
    if (found === undefined) return
    clearTimeout(found.timer)
    pending.delete(entityId)
    show(entityId)
  }
  toast(texts.deletions.done(title), { action: { label: texts.common.undo, run: undo }, milliseconds: grace })
}

/** A page that goes takes nothing back any more. */
export const watchDeletions = (): void => {
  addEventListener("pagehide", () => {
    for (const { deletion, key } of pending.values()) void submit(deletion, key, true)
  })
}
