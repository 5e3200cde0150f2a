import { signal } from "@preact/signals"
import { kindOfEvent } from "../../shared/FieldEdits.ts"
import type { StreamChange } from "../live/StreamMessages.ts"
import type { Actor } from "../texts/ActorText.ts"
import type { Field } from "./Field.ts"

/** Whether it is the user in person. */
export const isUser = ({ actorName, tokenName }: Actor, username: string | undefined): boolean =>
  actorName === username && (tokenName ?? null) === null

/** Who changed each field last, as far as the event stream told. */
export interface Actors {
  readonly remember: (change: StreamChange) => void
  /** Who changed the field last, if that is known. Reads a signal: for use while rendering. */
  readonly of: (field: Field) => Actor | undefined
}

/** The number of remembered fields; beyond it the least recently changed ones are dropped. */
const maxRemembered = 1000

const keyOf = (kind: string, entityId: string): string => `${kind} ${entityId}`

export const makeActors = (): Actors => {
  const actors = new Map<string, Actor>()
  /** Counts the changes: a view may show one before the stream tells whose it is. */
  const remembered = signal(0)
  return {
    remember: (change) => {
      const { targetId } = change
      const kind = kindOfEvent(change)
      if (kind === undefined || targetId === null) return
      const key = keyOf(kind, targetId)
      actors.delete(key)
      actors.set(key, change)
      remembered.value += 1
      for (const oldest of actors.keys()) {
        if (actors.size <= maxRemembered) return
        actors.delete(oldest)
      }
    },
    of: ({ kind, entityId }) => (remembered.value === 0 ? undefined : actors.get(keyOf(kind, entityId)))
  }
}
