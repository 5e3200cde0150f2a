import { effect } from "@preact/signals"
import { kindOfEvent } from "../../../shared/FieldEdits.ts"
import type { Stream, StreamChange } from "../../live/StreamMessages.ts"
import type { Session } from "../../session/PageSession.ts"
import { type Actors, isUser } from "../Actors.ts"
import type { Flashes } from "../Flashes.ts"
import type { Lifetime } from "../Lifetime.ts"
import type { Outbox } from "../outbox/Outbox.ts"
import type { Team } from "../Team.ts"
import type { Teams } from "../Teams.ts"

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
  readonly outbox: Outbox
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
  outbox,
  actors,
  flashes,
  lifetime
}: Dependencies): (() => void) => {
  /** Highlights the edited field or, for other events, the entities that are new or changed as a consequence. */
  const flash = (change: StreamChange): void => {
    const { targetId, entityIds } = change
    const kind = kindOfEvent(change)
    const isEdit = kind !== undefined && targetId !== null
    const others = (entityIds ?? []).filter((id) => id !== targetId)
    for (const id of isEdit ? [targetId] : others) flashes.show(id, kind, change)
  }
  /** Refreshes the list of teams, if it is wanted, and marks teams that are no longer in it as deleted. */
  const refreshList = async (): Promise<void> => {
    if (!teams.isWanted()) return
    const before = teams.list.peek() ?? []
    await teams.refresh()
    for (const { id } of before) if (teams.nameOf(id) === undefined) teams.markDeleted(id)
  }
  const isLoaded = ({ body }: Team): boolean => body.peek() !== undefined
  const refreshAll = (): void => {
    const shownId = shownTeam()
    if (shownId !== undefined && isLoaded(teams.of(shownId))) void teams.of(shownId).refresh()
    void refreshList().then(() => {
      for (const team of teams.all())
        if (team.id !== shownId && isLoaded(team) && !teams.isDeleted(team.id)) teams.queueRefresh(team.id)
    })
  }
  /** Brings up to date what a change concerns, but asks for no team that is gone: the server would answer 404 for each view. */
  const refreshChanged = async (change: StreamChange): Promise<void> => {
    const { eventType, targetId } = change
    const isRestore = eventType === "restore_history"
    if (eventType === "delete_team" && targetId !== null) teams.markDeleted(targetId)
    const list = teamListEvents.has(eventType) ? refreshList() : undefined
    // A restore may delete teams, and bring others back.
    if (isRestore) await list
    const isGone = (id: string): boolean =>
      isRestore
        ? teams.list.peek() !== undefined && teams.nameOf(id) === undefined
        : id === targetId && teams.isDeleted(id)
    await Promise.all(change.teamIds.filter((id) => !isGone(id)).map((id) => teams.of(id).changed(change)))
  }
  const unsubscribes = [
    stream.onChange((change) => {
      actors.remember(change)
      const refreshed = refreshChanged(change)
      if (!isUser(change, session.user.peek()?.username)) void refreshed.then(() => flash(change))
    }, refreshAll),
    effect(() => {
      if (stream.connection.value !== "live") return
      outbox.retry()
      // The server also ends the stream when the user's role changes.
      if (session.user.peek() !== undefined) void session.refresh()
    })
  ]
  for (const unsubscribe of unsubscribes) lifetime.onEnd(unsubscribe)
  return refreshAll
}
