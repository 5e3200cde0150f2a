import type { Outcome } from "../../../domain/Outcome.ts"
import type { TeamBody } from "../../../domain/views/Views.ts"
import type { SubmitBody } from "../../contract/Api.ts"
import type { Result } from "../../contract/Result.ts"
import { navigate, pathOf } from "../../session/Route.ts"
import { refusalOf } from "../../texts/Trouble.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { texts } from "./Texts.ts"

/** Acts of admins on whole teams. Each gives why it was not done; empty when it was. */

const act = async (
  { submissions, teams }: Workspace,
  body: SubmitBody,
  done: (outcome: Outcome) => void
): Promise<string> => {
  const answer: Result<Outcome> = await submissions.once(body)
  const refusal = refusalOf(answer)
  if (!answer.ok || refusal !== "") return refusal
  await teams.refresh()
  done(answer.value)
  return ""
}

/** `id` is chosen by the page: a creation tried again is the same one. */
export const createTeam = (workspace: Workspace, id: string, name: string, color: string): Promise<string> =>
  act(workspace, { eventType: "create_team", data: { id, name, color } }, () =>
    workspace.toasts.show(texts.teams.created(name), {
      action: { label: texts.teams.open, run: () => navigate(pathOf.team(id)) }
    })
  )

const bringBack = async (workspace: Workspace, { id, name }: TeamBody, sequenceNumber: number): Promise<void> => {
  const data = { sequenceNumber, teamId: id }
  const trouble = await act(workspace, { eventType: "restore_history", data }, () =>
    workspace.toasts.show(texts.teams.restored(name))
  )
  if (trouble !== "") workspace.toasts.show(texts.teams.notRestored(name, trouble), { tone: "bad" })
}

/** Taken back, the team becomes what it was right before. */
export const deleteTeam = (workspace: Workspace, team: TeamBody): Promise<string> =>
  act(workspace, { eventType: "delete_team", targetId: team.id, data: {} }, ({ sequenceNumber }) => {
    const run = () => void bringBack(workspace, team, sequenceNumber - 1)
    workspace.toasts.show(texts.teams.deleted(team.name), {
      action: { label: texts.common.undo, run },
      milliseconds: 15_000
    })
  })
