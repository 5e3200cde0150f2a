import { Effect } from "effect"
import { makeTeam } from "../FullTeam.ts"
import * as Writer from "../Writer.ts"

/** So many principles, and as many objectives. A team with all there is: each objective has a principle, a measure, a group and three initiatives. */
export const fill = Effect.fn("Views.fill")(function* (writer: Writer.Writer, each: number) {
  const { teamId, objectiveIds } = yield* makeTeam(writer, 1, { principles: each, objectives: each })
  for (const [n, objective] of objectiveIds.entries()) {
    const id = `00000000-0000-4000-9000-${String(n).padStart(12, "0")}`
    yield* Writer.write(writer, "create_group", { id, name: `Group ${n}` }, objective)
    yield* Writer.write(writer, "create_initiative", { title: `In the group ${n}`, groupId: id }, objective)
  }
  return teamId
})
