import { effect } from "@preact/signals"
import type { ChangeNotification } from "../../domain/ChangeNotification.ts"
import { connection, onChange, onReset } from "../live/Live.ts"
import { kindOfEvent } from "../model/Field.ts"
import { remember } from "./Actors.ts"
import { retry } from "./Drafts.ts"
import { flash } from "./Flashes.ts"
import { route } from "./Route.ts"
import { askWho, who } from "./Session.ts"
import { knownTeams, teamOf } from "./Team.ts"
import { refreshSoon } from "./TeamLoading.ts"
import { refreshTeams, teams } from "./Teams.ts"

const ofTeams: ReadonlySet<string> = new Set([
  "create_team",
  "update_team_name",
  "update_team_color",
  "delete_team",
  "restore_history"
])

/** Once the page has the new values: an edited field shows itself, and whatever is new, or changed as a consequence. */
const show = ({ eventType, targetId, entityIds, actorName }: ChangeNotification): void => {
  const kind = kindOfEvent(eventType)
  const isEdit = kind !== undefined && targetId !== null
  const others = (entityIds ?? []).filter((id) => id !== targetId)
  for (const id of isEdit ? [targetId] : others) flash(id, kind, actorName)
}

const follow = (change: ChangeNotification): void => {
  remember(change)
  if (teams.peek() !== undefined && ofTeams.has(change.eventType)) void refreshTeams()
  const refreshed = change.teamIds
    .map(teamOf)
    .filter(({ body }) => body.peek() !== undefined)
    .map(({ refresh }) => refresh(change.sequenceNumber))
  if (change.actorName !== who.peek()?.username) void Promise.all(refreshed).then(() => show(change))
}

const refreshAll = (): void => {
  if (teams.peek() !== undefined) void refreshTeams()
  const here = route.peek()
  for (const { id, body, refresh } of knownTeams()) {
    if (body.peek() === undefined) continue
    if (here.page === "team" && here.teamId === id) void refresh()
    else refreshSoon(id)
  }
}

/** Keeps what the page has loaded up to date; when the server is back, what could not be sent is sent. */
export const watchChanges = (): void => {
  onChange(follow)
  onReset(refreshAll)
  // A device that slept has a stream that does not know yet that it is dead.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && who.peek() !== undefined) refreshAll()
  })
  effect(() => {
    if (connection.value !== "live") return
    retry()
    // A role that changes ends the stream, too.
    if (who.peek() !== undefined) void askWho()
  })
}
