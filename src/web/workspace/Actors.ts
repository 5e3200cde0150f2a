import type { ChangeNotification } from "../../domain/ChangeNotification.ts"
import { type Field, kindOfEvent } from "./Field.ts"

/** Who changed each field last, as far as the event stream told. */
export interface Actors {
  readonly remember: (change: ChangeNotification) => void
  /** The username of who changed the field last; empty when unknown. */
  readonly of: (field: Field) => string
}

/** Fields remembered; beyond that the least recently changed ones are dropped. */
const maxRemembered = 1000

const keyOf = (kind: string, entityId: string): string => `${kind} ${entityId}`

export const makeActors = (): Actors => {
  const actors = new Map<string, string>()
  return {
    remember: ({ eventType, targetId, actorName }) => {
      const kind = kindOfEvent(eventType)
      if (kind === undefined || targetId === null) return
      const key = keyOf(kind, targetId)
      actors.delete(key)
      actors.set(key, actorName)
      for (const oldest of actors.keys()) {
        if (actors.size <= maxRemembered) return
        actors.delete(oldest)
      }
    },
    of: ({ kind, entityId }) => actors.get(keyOf(kind, entityId)) ?? ""
  }
}
