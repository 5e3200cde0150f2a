import { effect } from "@preact/signals"
import type { ChangeNotification } from "../../domain/ChangeNotification.ts"
import { connection, onChange, onReset } from "../live/Live.ts"
import { kindOfEvent } from "../model/Field.ts"
import { remember } from "./Actors.ts"
import { retry } from "./Drafts.ts"
import { flash } from "./Flashes.ts"
import { who } from "./Session.ts"
import { knownTeams, teamOf } from "./Team.ts"
import { refreshTeams, teams } from "./Teams.ts"

const ofTeams: ReadonlySet<string> = new Set([
  "create_team",
  "update_team_name",
  "update_team_color",
  "delete_team",
  "restore_history"
])

const follow = (change: ChangeNotification): void => {
  remember(change)
  if (teams.peek() !== undefined && ofTeams.has(change.eventType)) void refreshTeams()
  for (const id of change.teamIds) {
    const team = teamOf(id)
    if (team.body.peek() !== undefined) void team.refresh(change.sequenceNumber)
  }
  if (change.targetId === null || change.actorName === who.peek()?.username) return
  flash(change.targetId, kindOfEvent(change.eventType), change.actorName)
}

const refreshAll = (): void => {
  if (teams.peek() !== undefined) void refreshTeams()
  for (const team of knownTeams()) if (team.body.peek() !== undefined) void team.refresh()
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
    if (connection.value === "live") retry()
  })
}
