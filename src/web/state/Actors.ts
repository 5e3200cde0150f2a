import type { ChangeNotification } from "../../domain/ChangeNotification.ts"
import { type Field, kindOfEvent } from "../model/Field.ts"

/** Who changed what last, as far as the stream told it; the oldest are forgotten. */
const actors = new Map<string, string>()

const most = 1000

const keyOf = (kind: string, entityId: string): string => `${kind} ${entityId}`

export const remember = ({ eventType, targetId, actorName }: ChangeNotification): void => {
  const kind = kindOfEvent(eventType)
  if (kind === undefined || targetId === null) return
  const key = keyOf(kind, targetId)
  actors.delete(key)
  actors.set(key, actorName)
  for (const oldest of actors.keys()) {
    if (actors.size <= most) return
    actors.delete(oldest)
  }
}

/** The name of who changed a field last; empty when the stream did not tell. */
export const actorOf = ({ kind, entityId }: Field): string => actors.get(keyOf(kind, entityId)) ?? ""
