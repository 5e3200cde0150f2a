import { Effect, Semaphore } from "effect"
import type { Team } from "../../domain/state/State.ts"
import { teamOverview } from "../../domain/views/Overview.ts"
import { append, type CompressedBody, type CompressedPart, compress, emptyBody } from "./CompressedParts.ts"

/** What one team adds to the overview on a day, encoded. */
interface TeamPart {
  /** `YYYY-MM-DD`, UTC. */
  readonly date: string
  readonly team: string
  /** Its objectives with commas between them; undefined if it has none. */
  readonly objectives: CompressedPart | undefined
}

const encodeTeam = (team: Team, date: string): TeamPart => {
  const overview = teamOverview(team, date)
  const objectives = JSON.stringify(overview.objectives).slice(1, -1)
  return {
    date,
    team: JSON.stringify(overview.team),
    objectives: objectives === "" ? undefined : compress(objectives)
  }
}

const [comma, end] = [compress(","), compress("]}")]

/** Teams that are put together before the event loop is yielded. */
const teamsAtOnce = 50

const joined = Effect.fnUntraced(function* (sequenceNumber: number, teams: ReadonlyArray<TeamPart>) {
  const heads = teams.map(({ team }) => team).join(",")
  const first = compress(`{"sequenceNumber":${sequenceNumber},"teams":[${heads}],"objectives":[`)
  let body = append(emptyBody, [first])
  const objectives = teams.flatMap(({ objectives }) => objectives ?? [])
  for (let from = 0; from < objectives.length; from += teamsAtOnce) {
    yield* Effect.yieldNow
    const some = objectives.slice(from, from + teamsAtOnce)
    body = append(
      body,
      some.flatMap((part, index) => (from + index === 0 ? [part] : [comma, part]))
    )
  }
  return append(body, [end])
})

/** The latest overview: most people ask for the same one. */
interface Latest {
  readonly teams: ReadonlyArray<Team>
  readonly date: string
  readonly body: CompressedBody
}

/**
 * Encodes overviews. What a team adds is kept under the team's object, so that after an event only the teams it changed are
 * encoded again, and on a new day all of them; all overviews share the bytes. The event loop is yielded after each team.
 * `teams` is to be the same array as long as they are the same.
 */
export const make = () => {
  const kept = new WeakMap<Team, TeamPart>()
  let latest: Latest | undefined
  // One overview at a time: otherwise a turn of the event loop would encode a team of each.
  const semaphore = Semaphore.makeUnsafe(1)

  const partOf = Effect.fnUntraced(function* (team: Team, date: string) {
    const known = kept.get(team)
    if (known?.date === date) return known
    yield* Effect.yieldNow
    const part = encodeTeam(team, date)
    kept.set(team, part)
    return part
  })

  return Effect.fnUntraced(function* (sequenceNumber: number, teams: ReadonlyArray<Team>, date: string) {
    if (latest?.teams === teams && latest.date === date) return latest.body
    const parts: Array<TeamPart> = []
    for (const team of teams) parts.push(yield* partOf(team, date))
    const body = yield* joined(sequenceNumber, parts)
    latest = { teams, date, body }
    return body
  }, semaphore.withPermits(1))
}
