import { signal } from "@preact/signals"
import type { ChangeNotification } from "../../domain/ChangeNotification.ts"
import { type Field, kindOfEvent } from "./Field.ts"

/** Who changed each field last, as far as the event stream told. */
export interface Actors {
  readonly remember: (change: ChangeNotification) => void
  /** The username of who changed the field last; empty when unknown. Reads a signal: for use while rendering. */
  readonly of: (field: Field) => string
}

/** The number of remembered fields; beyond it the least recently changed ones are dropped. */
const maxRemembered = 1000

const keyOf = (kind: string, entityId: string): string => `${kind} ${entityId}`

export const makeActors = (): Actors => {
  const actors = new Map<string, string>()
  /** Counts the changes: a view may show one before the stream tells whose it is. */
  const remembered = signal(0)
  return {
    remember: ({ eventType, targetId, actorName }) => {
      const kind = kindOfEvent(eventType)
      if (kind === undefined || targetId === null) return
      const key = keyOf(kind, targetId)
      actors.delete(key)
      actors.set(key, actorName)
      remembered.value += 1
      for (const oldest of actors.keys()) {
        if (actors.size <= maxRemembered) return
        actors.delete(oldest)
      }
    },
    of: ({ kind, entityId }) => (remembered.value === 0 ? "" : (actors.get(keyOf(kind, entityId)) ?? ""))
  }
}
