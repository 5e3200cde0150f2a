import { signal } from "@preact/signals"
import type { EntityType } from "../../shared/Entities.ts"
import type { ChangeSet, SubmitBody } from "../contract/PageApi.ts"
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

/** A check-in to take out. */
interface CheckInDeletion extends Pick<Deletion, "teamId" | "title"> {
  readonly measureId: string
  readonly sequenceNumber: number
}

export interface Deletions {
  /** Whether the entity is hidden because its deletion is being sent. */
  readonly has: (entityId: string) => boolean
  /** Deletes the entity, which is hidden at once, and then offers to undo it. */
  readonly begin: (deletion: Deletion) => Promise<void>
  /** Whether a check-in is hidden because it is or was taken out here. */
  readonly hasCheckIn: (sequenceNumber: number) => boolean
  /** The same for a check-in. `correction`: the change set with the one that takes its place; then nothing is offered. */
  readonly takeOut: (checkIn: CheckInDeletion, correction?: ChangeSet) => Promise<void>
}

interface Dependencies {
  readonly outbox: Pick<Outbox, "submit">
  readonly toasts: Toasts
  readonly undo: Pick<Undo, "offer" | "remember">
}

export const makeDeletions = ({ outbox, toasts, undo }: Dependencies): Deletions => {
  const hidden = signal<ReadonlySet<string>>(new Set())
  const show = (key: string): void => {
    hidden.value = new Set([...hidden.peek()].filter((other) => other !== key))
  }
  /** Hides what `key` stands for while its deletion is sent; resolves to the event, or to undefined where it failed. */
  const send = async (
    key: string,
    body: SubmitBody,
    { teamId, title }: Pick<Deletion, "teamId" | "title">,
    again: () => unknown,
    changeSet?: ChangeSet
  ): Promise<number | undefined> => {
    hidden.value = new Set([...hidden.peek(), key])
    const answer = await outbox.submit(body, { teamId, changeSet })
    const refusal = refusalText(answer)
    if (answer.ok && refusal === "") return answer.value.sequenceNumber
    show(key)
    const retry = { label: texts.common.retry, run: () => void again() }
    toasts.show(texts.deletions.failed(title, refusal), { tone: "bad", action: retry })
    return undefined
  }
  const offer = (sequenceNumber: number, title: string): void =>
    undo.offer({ sequenceNumber, subject: texts.undo.deletionOf(title) }, texts.deletions.done(title))
  const begin: Deletions["begin"] = async (deletion) => {
    const { type, entityId, title } = deletion
    if (hidden.peek().has(entityId)) return
    const body = { eventType: `delete_${type}`, targetId: entityId, data: {} } as const
    const sequenceNumber = await send(entityId, body, deletion, () => begin(deletion))
    show(entityId)
    if (sequenceNumber !== undefined) offer(sequenceNumber, title)
  }
  const takeOut: Deletions["takeOut"] = async (checkIn, correction) => {
    const { measureId, sequenceNumber: retract, title } = checkIn
    const body = { eventType: "update_progress_value", targetId: measureId, data: { retract } } as const
    // It never comes back under its number, so it stays hidden.
    const sequenceNumber = await send(String(retract), body, checkIn, () => takeOut(checkIn, correction), correction)
    if (sequenceNumber === undefined) return
    if (correction === undefined) offer(sequenceNumber, title)
    else undo.remember({ sequenceNumber, changeSetId: correction.id, subject: correction.name ?? title })
  }
  return {
    has: (entityId) => hidden.value.has(entityId),
    begin,
    hasCheckIn: (sequenceNumber) => hidden.value.has(String(sequenceNumber)),
    takeOut
  }
}
