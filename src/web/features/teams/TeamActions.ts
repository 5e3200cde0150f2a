import type { Outcome } from "../../../domain/Outcome.ts"
import type { TeamBody } from "../../../domain/views/Views.ts"
import type { SubmitBody } from "../../contract/Api.ts"
import type { Result } from "../../contract/Result.ts"
import { navigate, pathOf } from "../../session/Route.ts"
import { refusalText } from "../../texts/FailureTexts.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import * as texts from "./Texts.ts"

/** What admins can do with whole teams. Each function returns why it failed, or an empty text. */

const submitTeamEvent = async (
  { submissions, teams }: Workspace,
  body: SubmitBody,
  onDone: (outcome: Outcome) => void
): Promise<string> => {
  const answer: Result<Outcome> = await submissions.submitOnce(body)
  const refusal = refusalText(answer)
  if (!answer.ok || refusal !== "") return refusal
  await teams.refresh()
  onDone(answer.value)
  return ""
}

/** Opens the team. `id` is chosen by the page, so that a repeated attempt creates the same team. */
export const createTeam = (workspace: Workspace, id: string, name: string, color: string): Promise<string> =>
  submitTeamEvent(workspace, { eventType: "create_team", data: { id, name, color } }, () => {
    navigate(pathOf.team(id))
    workspace.toasts.show(texts.teams.created(name))
  })

const restoreTeam = async (workspace: Workspace, { id, name }: TeamBody, sequenceNumber: number): Promise<void> => {
  const data = { sequenceNumber, teamId: id }
  const reason = await submitTeamEvent(workspace, { eventType: "restore_history", data }, () =>
    workspace.toasts.show(texts.teams.restored(name))
  )
  if (reason !== "") workspace.toasts.show(texts.teams.notRestored(name, reason), { tone: "bad" })
}

/** The toast offers to undo it: a restore of the team to the state before the deletion. */
export const deleteTeam = (workspace: Workspace, team: TeamBody): Promise<string> =>
  submitTeamEvent(workspace, { eventType: "delete_team", targetId: team.id, data: {} }, ({ sequenceNumber }) => {
    const run = () => void restoreTeam(workspace, team, sequenceNumber - 1)
    workspace.toasts.show(texts.teams.deleted(team.name), {
      action: { label: texts.common.undo, run },
      durationMs: 15_000
    })
  })
