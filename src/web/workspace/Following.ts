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

const ofTeams: ReadonlySet<string> = new Set([
  "create_team",
  "update_team_name",
  "update_team_color",
  "delete_team",
  "restore_history"
])

interface Needs {
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
 * Keeps what the page has loaded up to date; when the server is back, what could not be sent is sent. Gives what fetches
 * all that may have changed.
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
}: Needs): (() => void) => {
  /** Once the page has the new values: an edited field shows itself, and whatever is new, or changed as a consequence. */
  const show = ({ eventType, targetId, entityIds, actorName }: ChangeNotification): void => {
    const kind = kindOfEvent(eventType)
    const isEdit = kind !== undefined && targetId !== null
    const others = (entityIds ?? []).filter((id) => id !== targetId)
    for (const id of isEdit ? [targetId] : others) flashes.show(id, kind, actorName)
  }
  const refreshAll = (): void => {
    if (teams.list.peek() !== undefined) void teams.refresh()
    const here = shownTeam()
    for (const { id, body, refresh } of teams.known()) {
      if (body.peek() === undefined) continue
      if (here === id) void refresh()
      else teams.refreshSoon(id)
    }
  }
  const endings = [
    stream.onChange((change) => {
      actors.remember(change)
      if (teams.list.peek() !== undefined && ofTeams.has(change.eventType)) void teams.refresh()
      const refreshed = change.teamIds
        .map(teams.of)
        .filter(({ body }) => body.peek() !== undefined)
        .map(({ refresh }) => refresh(change.sequenceNumber))
      if (change.actorName !== session.who.peek()?.username) void Promise.all(refreshed).then(() => show(change))
    }),
    stream.onReset(refreshAll),
    effect(() => {
      if (stream.connection.value !== "live") return
      drafts.retry()
      // A role that changes ends the stream, too.
      if (session.who.peek() !== undefined) void session.ask()
    })
  ]
  for (const end of endings) lifetime.onEnd(end)
  return refreshAll
}
