import { failureText } from "../../texts/FailureTexts.ts"
import { makeAsOne } from "../../workspace/outbox/OneChange.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { duplicateSteps, moveSteps } from "./Copies.ts"
import { type Item, titlesOf } from "./Items.ts"
import * as texts from "./ManyTexts.ts"

/** Makes another one like each, below it. */
export const duplicate = (workspace: Workspace, items: ReadonlyArray<Item>): Promise<void> => {
  const steps = items.flatMap(({ team, objective }) => {
    const place = team.objectives.ids.peek().indexOf(objective.id)
    return duplicateSteps(objective, team.id, place, workspace.newId)
  })
  return makeAsOne(workspace, texts.copied(titlesOf(items)), steps)
}

/** Makes them anew in another team, and deletes them here. Returns why it cannot begin, or an empty text. */
export const moveTo = async (workspace: Workspace, items: ReadonlyArray<Item>, teamId: string): Promise<string> => {
  const { api, newId, teams } = workspace
  const team = teams.of(teamId)
  await team.refresh()
  const overview = await api.overview()
  const failure = overview.ok ? team.failure.peek() : overview.failure
  if (!overview.ok || failure !== undefined) return failureText(failure ?? { kind: "unreachable" })
  const objectives = items.map(({ objective }) => objective)
  const destination = { teamId, principles: team.principles.peek() }
  const { steps, last } = moveSteps(objectives, destination, overview.value, newId)
  void makeAsOne(workspace, texts.moved(titlesOf(items), team.body.peek()?.name ?? ""), steps, last)
  return ""
}
