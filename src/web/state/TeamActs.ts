import type { Outcome } from "../../domain/Outcome.ts"
import type { TeamBody } from "../../domain/Views.ts"
import type { SubmitBody } from "../api/Api.ts"
import type { Result } from "../api/Result.ts"
import { texts } from "../texts/Texts.ts"
import { refusalOf } from "../texts/Trouble.ts"
import { submitOnce } from "./Once.ts"
import { navigate, pathOf } from "./Route.ts"
import { refreshTeams } from "./Teams.ts"
import { toast } from "./Toasts.ts"

/** Acts of admins on whole teams. Each gives why it was not done; empty when it was. */

const act = async (body: SubmitBody, done: (outcome: Outcome) => void): Promise<string> => {
  const answer: Result<Outcome> = await submitOnce(body)
  const refusal = refusalOf(answer)
  if (!answer.ok || refusal !== "") return refusal
  await refreshTeams()
  done(answer.value)
  return ""
}

/** `id` is chosen by the page: a creation tried again is the same one. */
export const createTeam = (id: string, name: string, color: string): Promise<string> =>
  act({ eventType: "create_team", data: { id, name, color } }, () =>
    toast(texts.teams.created(name), {
      action: { label: texts.teams.open, run: () => navigate(pathOf.team(id)) }
    })
  )

const bringBack = async ({ id, name }: TeamBody, sequenceNumber: number): Promise<void> => {
  const data = { sequenceNumber, teamId: id }
  const trouble = await act({ eventType: "restore_history", data }, () => toast(texts.teams.restored(name)))
  if (trouble !== "") toast(texts.teams.notRestored(name, trouble), { tone: "bad" })
}

/** Taken back, the team becomes what it was right before. */
export const deleteTeam = (team: TeamBody): Promise<string> =>
  act({ eventType: "delete_team", targetId: team.id, data: {} }, ({ sequenceNumber }) => {
    const run = () => void bringBack(team, sequenceNumber - 1)
    toast(texts.teams.deleted(team.name), { action: { label: texts.common.undo, run }, milliseconds: 15_000 })
  })
