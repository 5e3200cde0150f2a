import type { ChangeNotification } from "../../domain/ChangeNotification.ts"
import { type Field, kindOfEvent } from "./Field.ts"

/** Who changed what last, as far as the stream told it. */
export interface Actors {
  readonly remember: (change: ChangeNotification) => void
  /** The name of who changed a field last; empty when the stream did not tell. */
  readonly of: (field: Field) => string
}

/** Beyond so many, the oldest are forgotten. */
const maxActors = 1000

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
        if (actors.size <= maxActors) return
        actors.delete(oldest)
      }
    },
    of: ({ kind, entityId }) => actors.get(keyOf(kind, entityId)) ?? ""
  }
}
