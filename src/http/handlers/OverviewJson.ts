import { Effect, Semaphore } from "effect"
import type { Team } from "../../domain/state/State.ts"
import { teamOverview } from "../../domain/views/Overview.ts"
import { type CompressedBody, type CompressedPart, compress, join } from "./CompressedParts.ts"

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

const joined = (sequenceNumber: number, teams: ReadonlyArray<TeamPart>): CompressedBody => {
  const heads = teams.map(({ team }) => team).join(",")
  const first = compress(`{"sequenceNumber":${sequenceNumber},"teams":[${heads}],"objectives":[`)
  const objectives = teams.flatMap(({ objectives }) => (objectives === undefined ? [] : [comma, objectives]))
  return join([first, ...objectives.slice(1), end])
}

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
    const body = joined(sequenceNumber, parts)
    latest = { teams, date, body }
    return body
  }, semaphore.withPermits(1))
}
