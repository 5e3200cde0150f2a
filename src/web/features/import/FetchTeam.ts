import type { TeamBody } from "../../../domain/views/Views.ts"
import { fail, type Result, succeed } from "../../contract/Result.ts"
import { makeTeam, type Objective, type Principle } from "../../workspace/Team.ts"
import type { Workspace } from "../../workspace/Workspace.ts"

export interface FetchedTeam {
  readonly team: TeamBody
  readonly sequenceNumber: number
  readonly principles: ReadonlyArray<Principle>
  readonly objectives: ReadonlyArray<Objective>
}

/** A team as it is now, without keeping it; undefined when it is deleted. */
export const fetchTeam = async ({ api, lifetime }: Workspace, id: string): Promise<Result<FetchedTeam | undefined>> => {
  const fetched = makeTeam(id, api.send, lifetime)
  await fetched.refresh()
  const [team, failure] = [fetched.body.peek(), fetched.failure.peek()]
  if (failure?.kind === "refused" && failure.status === 404) return succeed(undefined)
  if (team === undefined || failure !== undefined) return fail(failure ?? { kind: "unreachable" })
  const { principles, objectives, sequenceNumber } = fetched
  return succeed({
    team,
    sequenceNumber: sequenceNumber.peek(),
    principles: principles.peek(),
    objectives: objectives.peek()
  })
}
