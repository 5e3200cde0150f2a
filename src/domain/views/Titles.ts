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

/** Titles carry no sequence number: it would change with every check-in, and nobody edits what is found by them. */
export const TitlesBody = Schema.Struct({
  /** Whether all titles are here. Otherwise those that lie deepest are left out first, so that the rest stays small. */
  complete: Schema.Boolean,
  /** The number of all teams, principles, objectives, initiatives and measures, here or left out. */
  total: Schema.Int,
  /** Sorted as the list of teams. */
  teams: Schema.Array(TeamTitles)
}).annotate({ identifier: "Titles" })
export type TitlesBody = typeof TitlesBody.Type

/** How much of a team is given: its name only, its principles and objectives too, or everything. */
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
 * How much of each team is given, so that all of it takes at most `maxBytes` where the names alone do: first the
 * principles and objectives of as many teams as possible, in order, then all of as many of these.
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

/** The JSON before the teams' titles, which stand between commas, and after them. */
export const titlesFrame = (complete: boolean, total: number): readonly [before: string, after: string] => [
  `${JSON.stringify({ complete, total }).slice(0, -1)},"teams":[`,
  "]}"
]
