import { Schema } from "effect"
import { EntityId } from "../entities/Ids.ts"
import type { Objective, Team } from "../state/State.ts"

const Titled = Schema.Struct({ id: EntityId, title: Schema.String }).annotate({ identifier: "Titled" })

const TeamTitles = Schema.Struct({
  id: EntityId,
  name: Schema.String,
  /** By position. */
  principles: Schema.Array(Titled),
  /** By position. */
  objectives: Schema.Array(
    Schema.Struct({
      id: EntityId,
      title: Schema.String,
      /** By position. */
      initiatives: Schema.Array(Titled),
      progress: Schema.Array(Schema.Struct({ id: EntityId, name: Schema.String }).annotate({ identifier: "Named" }))
    }).annotate({ identifier: "ObjectiveTitles" })
  )
}).annotate({ identifier: "TeamTitles" })

/** Titles have no sequence number: it would change with every check-in, and search results are not edited. */
export const TitlesBody = Schema.Struct({
  /** Whether all titles are included. If there are too many, those of the deepest levels are left out first. */
  complete: Schema.Boolean,
  /** The number of all teams, principles, objectives, initiatives and measures, including those left out. */
  total: Schema.Int,
  /** In the order of the list of teams. */
  teams: Schema.Array(TeamTitles)
}).annotate({ identifier: "Titles" })
export type TitlesBody = typeof TitlesBody.Type

/** How much of a team is included: its name only, its principles and objectives too, or everything. */
export const depths = ["team", "objectives", "all"] as const

export type Depth = (typeof depths)[number]

const objectivesPerChunk = 10

const titled = ({ id, title }: { readonly id: EntityId; readonly title: string }) => ({ id, title })

const objectiveTitles = ({ id, title, initiatives, progress }: Objective, depth: Depth) => ({
  id,
  title,
  initiatives: depth === "all" ? initiatives.map(titled) : [],
  progress: depth === "all" ? progress.map(({ id, name }) => ({ id, name })) : []
})

/** The JSON of a team's titles, in chunks that take a few milliseconds with the longest texts. */
export function* titlesJsonChunks({ id, name, principles, objectives }: Team, depth: Depth): Generator<string> {
  const isShort = depth === "team"
  const head = { id, name, principles: isShort ? [] : principles.map(titled) }
  yield `${JSON.stringify(head).slice(0, -1)},"objectives":[`
  for (let from = 0; !isShort && from < objectives.length; from += objectivesPerChunk) {
    const some = objectives.slice(from, from + objectivesPerChunk).map((one) => objectiveTitles(one, depth))
    yield `${from === 0 ? "" : ","}${JSON.stringify(some).slice(1, -1)}`
  }
  yield "]}"
}

/** The number of a team's titles, its own included. */
export const titleCount = ({ principles, objectives }: Team): number =>
  objectives.reduce(
    (count, { initiatives, progress }) => count + 1 + initiatives.length + progress.length,
    1 + principles.length
  )

/** Bytes by depth; infinite for a depth that is too large by itself. */
export type DepthSizes = Readonly<Record<Depth, number>>

/**
 * How much of each team is included, so that all titles take at most `maxBytes`. Every team's name is always included;
 * then, in the order of the teams, principles and objectives of as many teams as fit; then everything of as many of
 * those as fit.
 */
export const depthsWithin = (teams: ReadonlyArray<DepthSizes>, maxBytes: number): ReadonlyArray<Depth> => {
  const chosen: Array<Depth> = teams.map(() => "team")
  let left = teams.reduce((left, sizes) => left - sizes.team, maxBytes)
  for (const [before, next] of [
    ["team", "objectives"],
    ["objectives", "all"]
  ] as const) {
    for (const [index, sizes] of teams.entries()) {
      const more = sizes[next] - sizes[before]
      if (chosen[index] !== before || more > left) continue
      chosen[index] = next
      left -= more
    }
  }
  return chosen
}

/** The JSON before and after the teams' titles, which are separated by commas. */
export const titlesFrame = (complete: boolean, total: number): readonly [before: string, after: string] => [
  `${JSON.stringify({ complete, total }).slice(0, -1)},"teams":[`,
  "]}"
]
