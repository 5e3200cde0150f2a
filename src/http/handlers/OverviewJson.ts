import { Effect, Semaphore } from "effect"
import type { Team } from "../../domain/state/State.ts"
import { teamOverview } from "../../domain/views/Overview.ts"

/** What one team adds to the overview on a day, encoded. */
interface TeamPart {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string
  readonly team: string
  /** Its objectives with commas between them; empty if it has none. */
  readonly objectives: Uint8Array
}

const encodeTeam = (team: Team, day: string): TeamPart => {
  const overview = teamOverview(team, day)
  return {
    day,
    team: JSON.stringify(overview.team),
    objectives: Buffer.from(JSON.stringify(overview.objectives).slice(1, -1))
  }
}

/** The parts of an overview's JSON, of which each but the first is what one team adds, or the end. */
export type OverviewParts = readonly [first: string, ...rest: ReadonlyArray<string | Uint8Array>]

const joined = (sequenceNumber: number, teams: ReadonlyArray<TeamPart>): OverviewParts => {
  const rest: Array<string | Uint8Array> = []
  for (const { objectives } of teams) {
    if (objectives.length === 0) continue
    if (rest.length > 0) rest.push(",")
    rest.push(objectives)
  }
  const first = `{"sequenceNumber":${sequenceNumber},"teams":[${teams.map(({ team }) => team).join(",")}],"objectives":[`
  return [first, ...rest, "]}"]
}

/**
 * Encodes overviews. What a team adds is kept under the team's object, so that after an event only the teams it changed are
 * encoded again, and on a new day all of them; all overviews share the bytes. The event loop is yielded after each team.
 */
export const make = () => {
  const kept = new WeakMap<Team, TeamPart>()
  // One overview at a time: otherwise a turn of the event loop would encode a team of each.
  const semaphore = Semaphore.makeUnsafe(1)

  const partOf = Effect.fnUntraced(function* (team: Team, day: string) {
    const known = kept.get(team)
    if (known?.day === day) return known
    yield* Effect.yieldNow
    const part = encodeTeam(team, day)
    kept.set(team, part)
    return part
  })

  return Effect.fnUntraced(function* (sequenceNumber: number, teams: ReadonlyArray<Team>, day: string) {
    const parts: Array<TeamPart> = []
    for (const team of teams) parts.push(yield* partOf(team, day))
    return joined(sequenceNumber, parts)
  }, semaphore.withPermits(1))
}
