import { Effect } from "effect"
import * as Start from "../contenders/Start.ts"
import { fill } from "../Generate.ts"
import { firstRows } from "../live/Visits.ts"
import { inRounds, type Subject, table } from "../Subject.ts"
import { makeTeam } from "../Team.ts"

/** Opens a page of a large log in an empty browser; every round is a new visit. */
const page = (name: string, about: string, pathOf: (teamId: string) => string, rows: string): Subject => ({
  name,
  about: `The time until ${about} shows its first rows in Chromium, on a large log`,
  measure: Effect.fnUntraced(function* (stage) {
    const [events, teams, objectives] = stage.scale.quick ? [2_000, 20, 20] : [200_000, 499, 300]
    const database = yield* stage.database(name)
    yield* fill(database, events, teams)
    const ours = yield* Start.ours(database)
    const { teamId } = yield* makeTeam(ours, "A full team", { principles: 8, objectives })
    const place = { ...ours, path: pathOf(teamId), rows }
    const rounds = yield* inRounds(stage, name, () => firstRows(place))
    const title = `A log of ${events} events, ${teams + 1} teams, ${objectives} objectives in one: until ${about} shows rows`
    return [table(title, "ms", { [name]: rounds }, [{ of: name, is: "at most", bound: 1_000 }])]
  })
})

export const board = page("board", "a full team's board", (teamId) => `/strategy/teams/${teamId}`, ".objective")

export const overview = page("overview", "the overview of all teams", () => "/strategy/overview", ".overview-row")
