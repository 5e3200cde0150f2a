import type { Outcome } from "../../../domain/Outcome.ts"
import type { TeamBody } from "../../../domain/views/Views.ts"
import type { SubmitBody } from "../../contract/Api.ts"
import type { Result } from "../../contract/Result.ts"
import { navigate, pathOf, route, teamIn } from "../../session/Route.ts"
import { refusalText } from "../../texts/FailureTexts.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import * as texts from "./TeamTexts.ts"

/** What admins can do with whole teams. Each function returns why it failed, or an empty text. */

const answered = async (
  { teams }: Workspace,
  answer: Result<Outcome>,
  onDone: (outcome: Outcome) => void
): Promise<string> => {
  const refusal = refusalText(answer)
  if (!answer.ok || refusal !== "") return refusal
  await teams.refresh()
  onDone(answer.value)
  return ""
}

const submitTeamEvent = async (
  workspace: Workspace,
  body: SubmitBody,
  onDone: (outcome: Outcome) => void
): Promise<string> => answered(workspace, await workspace.submissions.submitOnce(body), onDone)

/** Opens the team. `id` is chosen by the page, so that a repeated attempt creates the same team. */
export const createTeam = (workspace: Workspace, id: string, name: string, color: string): Promise<string> =>
  submitTeamEvent(workspace, { eventType: "create_team", data: { id, name, color } }, ({ sequenceNumber }) => {
    navigate(pathOf.team(id))
    workspace.toasts.show(texts.teams.created(name))
    const subject = texts.undo.creationOf(name)
    workspace.undo.remember({ sequenceNumber, subject, run: () => undoCreation(workspace, id, name) })
  })

/** Deletes a team that was created, unless there is something in it by now: that is deleted only by who looks at it. */
const undoCreation = async (workspace: Workspace, id: string, name: string): Promise<string> => {
  const team = workspace.teams.of(id)
  await team.refresh()
  if (team.failure.peek() !== undefined) return texts.common.unreachableShort
  if (team.principles.ids.peek().length + team.objectives.ids.peek().length > 0) return texts.teams.notEmpty(name)
  return submitTeamEvent(workspace, { eventType: "delete_team", targetId: id, data: {} }, () => {
    if (isShown(id)) navigate(pathOf.teams)
  })
}

const isShown = (id: string): boolean => teamIn(route.peek()) === id

/** Undone by a restore of the team to the state before the deletion. */
export const deleteTeam = (workspace: Workspace, team: TeamBody): Promise<string> =>
  submitTeamEvent(workspace, { eventType: "delete_team", targetId: team.id, data: {} }, ({ sequenceNumber }) => {
    const data = { sequenceNumber: sequenceNumber - 1, teamId: team.id }
    const run = async (): Promise<string> => {
      const refusal = await answered(workspace, await workspace.submissions.restore(data), () => undefined)
      // What is undone next may be in it, and what is edited in a deleted team is let go.
      if (refusal === "") await workspace.teams.of(team.id).refresh()
      return refusal
    }
    const step = { sequenceNumber, subject: texts.undo.deletionOf(team.name), run }
    workspace.undo.offer(step, texts.teams.deleted(team.name), 15_000)
  })
