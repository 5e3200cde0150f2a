import { effect } from "@preact/signals"
import type { ChangeNotification } from "../../domain/ChangeNotification.ts"
import type { Stream } from "../live/StreamMessages.ts"
import type { Session } from "../session/Session.ts"
import type { Actors } from "./Actors.ts"
import type { Drafts } from "./Drafts.ts"
import { kindOfEvent } from "./Field.ts"
import type { Flashes } from "./Flashes.ts"
import type { Lifetime } from "./Lifetime.ts"
import type { Teams } from "./Teams.ts"

/** Events that change the list of teams. */
const teamListEvents: ReadonlySet<string> = new Set([
  "create_team",
  "update_team_name",
  "update_team_color",
  "delete_team",
  "restore_history"
])

interface Dependencies {
  readonly session: Session
  readonly stream: Stream
  readonly teams: Teams
  readonly drafts: Drafts
  readonly actors: Actors
  readonly flashes: Flashes
  readonly lifetime: Lifetime
  readonly shownTeam: () => string | undefined
}

/**
 * Keeps loaded data up to date from the event stream, and repeats unanswered submissions when the connection is back.
 * Returns a function that refreshes everything loaded.
 */
export const followChanges = ({
  shownTeam,
  session,
  stream,
  teams,
  drafts,
  actors,
  flashes,
  lifetime
}: Dependencies): (() => void) => {
  /** Highlights the edited field or, for other events, the entities that are new or changed as a consequence. */
  const flash = ({ eventType, targetId, entityIds, actorName }: ChangeNotification): void => {
    const kind = kindOfEvent(eventType)
    const isEdit = kind !== undefined && targetId !== null
    const others = (entityIds ?? []).filter((id) => id !== targetId)
    for (const id of isEdit ? [targetId] : others) flashes.show(id, kind, actorName)
  }
  const refreshAll = (): void => {
    if (teams.list.peek() !== undefined) void teams.refresh()
    const shownId = shownTeam()
    for (const { id, body, refresh } of teams.known()) {
      if (body.peek() === undefined) continue
      if (shownId === id) void refresh()
      else teams.queueRefresh(id)
    }
  }
  const unsubscribes = [
    stream.onChange((change) => {
      actors.remember(change)
      if (teams.list.peek() !== undefined && teamListEvents.has(change.eventType)) void teams.refresh()
      const refreshed = change.teamIds
        .map(teams.of)
        .filter(({ body }) => body.peek() !== undefined)
        .map(({ refresh }) => refresh(change.sequenceNumber))
      if (change.actorName !== session.user.peek()?.username) void Promise.all(refreshed).then(() => flash(change))
    }),
    stream.onReset(refreshAll),
    effect(() => {
      if (stream.connection.value !== "live") return
      drafts.retry()
      // The server also ends the stream when the user's role changes.
      if (session.user.peek() !== undefined) void session.refresh()
    })
  ]
  for (const unsubscribe of unsubscribes) lifetime.onEnd(unsubscribe)
  return refreshAll
}
