import { signal } from "@preact/signals"
import type { Api } from "../contract/Api.ts"
import { texts } from "../texts/Texts.ts"
import type { Lifetime } from "./Lifetime.ts"
import type { Teams } from "./Teams.ts"
import type { Toasts } from "./Toasts.ts"

export interface Deletion {
  readonly eventType: "delete_principle" | "delete_objective" | "delete_group" | "delete_initiative" | "delete_progress"
  readonly teamId: string
  readonly entityId: string
  readonly title: string
}

export interface Deletions {
  /** Whether the entity is hidden because of a deletion that is pending or being sent. */
  readonly has: (entityId: string) => boolean
  /** Hides the entity at once; the deletion is sent after `graceMs`, until when the user can undo it. */
  readonly begin: (deletion: Deletion) => void
  /** Sends all pending deletions at once, because the page is being closed. */
  readonly flush: () => void
}

interface Pending {
  readonly deletion: Deletion
  /** The idempotency key, also of a repeated attempt. */
  readonly key: string
  readonly cancel: () => void
}

/** How long a deletion can be undone. */
const graceMs = 6000

interface Dependencies {
  readonly api: Api
  readonly teams: Teams
  readonly toasts: Toasts
  readonly lifetime: Lifetime
  readonly newId: () => string
}

export const makeDeletions = ({ api, teams, toasts, lifetime, newId }: Dependencies): Deletions => {
  const pending = new Map<string, Pending>()
  const hidden = signal<ReadonlySet<string>>(new Set())
  const hide = (entityId: string): void => {
    hidden.value = new Set([...hidden.peek(), entityId])
  }
  const show = (entityId: string): void => {
    hidden.value = new Set([...hidden.peek()].filter((id) => id !== entityId))
  }
  const submit = ({ eventType, entityId }: Deletion, key: string, keepalive = false) =>
    api.submit({ eventType, targetId: entityId, data: {} }, key, keepalive)
  const send = async (deletion: Deletion, key: string): Promise<void> => {
    const { entityId, teamId, title } = deletion
    pending.delete(entityId)
    const answer = await submit(deletion, key)
    const reason = answer.ok
      ? (answer.value.rejectionReason ?? "")
      : answer.failure.kind === "refused"
        ? answer.failure.message
        : ""
    await teams.of(teamId).refresh(answer.ok && answer.value.status === "applied" ? answer.value.sequenceNumber : 0)
    show(entityId)
    if (answer.ok && reason === "") return
    toasts.show(texts.deletions.failed(title, reason), {
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
  return {
    has: (entityId) => hidden.value.has(entityId),
    begin: (deletion) => {
      const { entityId, title } = deletion
      if (pending.has(entityId)) return
      const key = newId()
      hide(entityId)
      pending.set(entityId, { deletion, key, cancel: lifetime.after(graceMs, () => void send(deletion, key)) })
      const undo = (): void => {
        const found = pending.get(entityId)
        if (found === undefined) return
        found.cancel()
        pending.delete(entityId)
        show(entityId)
      }
      toasts.show(texts.deletions.done(title), {
        action: { label: texts.common.undo, run: undo },
        durationMs: graceMs
      })
    },
    flush: () => {
      for (const { deletion, key } of pending.values()) void submit(deletion, key, true)
    }
  }
}
