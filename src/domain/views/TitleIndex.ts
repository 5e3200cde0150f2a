import { Schema } from "effect"
import * as Limits from "../../shared/Limits.ts"
import { described, listOf } from "../entities/Documented.ts"
import { EntityId } from "../entities/Ids.ts"
import type { Team } from "../state/State.ts"

const title = described("Its title", Schema.String)
const name = described("Its name", Schema.String)

const owner = described("The person or role that answers for it; absent without one", Schema.optionalKey(Schema.String))

const Titled = Schema.Struct({ id: EntityId, title }).annotate({ identifier: "Titled" })

const Owned = Schema.Struct({ id: EntityId, title, owner }).annotate({ identifier: "OwnedTitle" })

const Named = Schema.Struct({ id: EntityId, name }).annotate({ identifier: "Named" })

const ObjectiveTitles = Schema.Struct({
  id: EntityId,
  title,
  owner,
  initiatives: described("Its initiatives, by position", listOf(Owned, Limits.perObjective.initiatives)),
  progress: described("Its measures", listOf(Named, Limits.perObjective.progress))
}).annotate({ identifier: "ObjectiveTitles" })

const TeamTitles = Schema.Struct({
  id: EntityId,
  name,
  principles: described("Its principles, by position", listOf(Titled, Limits.perTeam.principles)),
  objectives: described("Its objectives, by position", listOf(ObjectiveTitles, Limits.perTeam.objectives))
}).annotate({ identifier: "TeamTitles" })

/** Titles have no sequence number: it would change with every check-in, and search results are not edited. */
export const TitlesBody = Schema.Struct({
  complete: described(
    "Whether all titles are here; if there are too many, the deepest levels are left out",
    Schema.Boolean
  ),
  total: described(
    "The number of teams, principles, objectives, initiatives and measures, here or left out",
    Schema.Int
  ),
  teams: described("Teams, by name", listOf(TeamTitles, Limits.teams))
}).annotate({ identifier: "Titles" })
export type TitlesBody = typeof TitlesBody.Type

const titled = ({ id, title }: typeof Titled.Type) => ({ id, title })

const owned = ({ id, title, owner }: typeof Owned.Type) => ({ id, title, ...(owner ? { owner } : undefined) })

/** How much of a team is included: its name only, its principles and objectives too, or everything. */
type Depth = "team" | "objectives" | "all"

interface EncodedTeam {
  readonly depth: Depth
  readonly json: string
  readonly bytes: number
}

const encoder = new TextEncoder()

const bytesOf = (json: string): number => encoder.encode(json).length

const encodeName = ({ id, name }: Team): EncodedTeam => {
  const json = JSON.stringify({ id, name, principles: [], objectives: [] })
  return { depth: "team", json, bytes: bytesOf(json) }
}

/** With the longest texts so many take 40 ms. */
const objectivesAtOnce = 100

/** Encodes a team's titles, in steps; undefined if they exceed `maxBytes`. */
function* encodeTeam(team: Team, depth: Depth, maxBytes: number): Generator<"", EncodedTeam | undefined> {
  const { id, name, principles, objectives } = team
  let json = `${JSON.stringify({ id, name, principles: principles.map(titled) }).slice(0, -1)},"objectives":[`
  let bytes = bytesOf(json) + 2
  for (let from = 0; from < objectives.length && bytes <= maxBytes; from += objectivesAtOnce) {
    const some = objectives.slice(from, from + objectivesAtOnce).map((objective) => ({
      ...owned(objective),
      initiatives: depth === "all" ? objective.initiatives.map(owned) : [],
      progress: depth === "all" ? objective.progress.map(({ id, name }) => ({ id, name })) : []
    }))
    const text = `${from === 0 ? "" : ","}${JSON.stringify(some).slice(1, -1)}`
    json += text
    bytes += bytesOf(text)
    yield ""
  }
  return bytes > maxBytes ? undefined : { depth, json: `${json}]}`, bytes }
}

/** The number of a team's titles, its own included. */
const titleCount = ({ principles, objectives }: Team): number =>
  objectives.reduce(
    (count, { initiatives, progress }) => count + 1 + initiatives.length + progress.length,
    1 + principles.length
  )

/**
 * The JSON of all titles in chunks, in at most `maxBytes`. Every team's name is always included; then, in the order of the
 * teams, principles and objectives of as many teams as fit; then everything of as many of those as fit. Empty chunks let
 * others work while it is found out what fits.
 */
export function* titlesJsonChunks(teams: ReadonlyArray<Team>, maxBytes: number): Generator<string> {
  const total = teams.reduce((sum, team) => sum + titleCount(team), 0)
  const frame = (complete: boolean) => `${JSON.stringify({ complete, total }).slice(0, -1)},"teams":[`
  const end = "]}"
  const included = teams.map(encodeName)
  let left = included.reduce((left, { bytes }) => left - bytes - 1, maxBytes - frame(false).length - end.length)
  for (const [before, depth] of [
    ["team", "objectives"],
    ["objectives", "all"]
  ] as const) {
    for (const [index, team] of teams.entries()) {
      const known = included[index]
      if (known?.depth !== before) continue
      const more = yield* encodeTeam(team, depth, known.bytes + left)
      if (more === undefined) continue
      included[index] = more
      left += known.bytes - more.bytes
    }
  }
  yield frame(included.every(({ depth }) => depth === "all"))
  for (const [index, { json }] of included.entries()) yield index === 0 ? json : `,${json}`
  yield end
}
