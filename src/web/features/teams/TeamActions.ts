import type { Outcome } from "../../../domain/Outcome.ts"
import type { TeamBody } from "../../../domain/views/Views.ts"
import type { SubmitBody } from "../../contract/PageApi.ts"
import { navigate, pathOf, route, teamIn } from "../../session/Route.ts"
import { refusalText } from "../../texts/FailureTexts.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import * as texts from "./TeamTexts.ts"

/** What admins can do with whole teams. Each function returns why it failed, or an empty text. */

const submitTeamEvent = async (
  { outbox, teams }: Workspace,
  body: SubmitBody,
  onDone: (outcome: Outcome) => void
): Promise<string> => {
  const answer = await outbox.submit(body)
  const refusal = refusalText(answer)
  if (!answer.ok || refusal !== "") return refusal
  await teams.refresh()
  onDone(answer.value)
  return ""
}

/** Opens the team. `id` is chosen by the page, so that a repeated attempt creates the same team. */
export const createTeam = (workspace: Workspace, id: string, name: string, color: string): Promise<string> =>
  submitTeamEvent(workspace, { eventType: "create_team", data: { id, name, color } }, ({ sequenceNumber }) => {
    navigate(pathOf.team(id))
    workspace.toasts.show(texts.created(name))
    const leave = (): void => {
      if (teamIn(route.peek()) === id) navigate(pathOf.teams)
    }
    workspace.undo.remember({ sequenceNumber, subject: texts.undo.creationOf(name), onUndone: leave })
  })

export const deleteTeam = (workspace: Workspace, team: TeamBody): Promise<string> =>
  submitTeamEvent(workspace, { eventType: "delete_team", targetId: team.id, data: {} }, ({ sequenceNumber }) => {
    const step = { sequenceNumber, subject: texts.undo.deletionOf(team.name) }
    workspace.undo.offer(step, texts.deleted(team.name), 15_000)
  })
