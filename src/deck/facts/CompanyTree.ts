import type { Objective } from "../../domain/state/State.ts"
import { type StatusCounts, statusCounts } from "../../shared/Statuses.ts"
import type { Attention } from "./Attention.ts"
import type { CompanyFacts, OfTeam } from "./Company.ts"
import { type Pace, paceOf } from "./PaceFacts.ts"

type Placed = OfTeam<Objective>

type ByParent = ReadonlyMap<string | null, ReadonlyArray<Placed>>

/** An objective with what supports it. */
export interface Branch extends Placed {
  readonly pace: Pace
  /** What supports it by itself, and what supports it perhaps by way of others. */
  readonly next: ReadonlyArray<Branch>
  readonly below: {
    readonly objectives: number
    readonly teams: number
    readonly counts: StatusCounts
    /** What needs attention most. */
    readonly worst: OfTeam<Attention> | undefined
  }
}

export interface CompanyTree {
  /** The objectives that support none and that others support, in the order of the teams and of each team's objectives. */
  readonly branches: ReadonlyArray<Branch>
  /** How many objectives neither support nor are supported. */
  readonly alone: number
}

const branchesOf = ({ teams, attentions }: CompanyFacts, topmost: ReadonlyArray<Placed>, byParent: ByParent) => {
  const date = teams[0]?.input.date ?? ""
  const ranks = new Map<string, number>(attentions.map(({ of }, rank) => [of.objective.id, rank]))
  /** The branch, and all objectives in it. Each has one parent, so that none comes twice. */
  const grown = (top: Placed): { readonly branch: Branch; readonly all: ReadonlyArray<Placed> } => {
    const next = (byParent.get(top.of.id) ?? []).map(grown)
    const all = next.flatMap((each) => each.all)
    const worst = all.reduce((least, { of }) => Math.min(least, ranks.get(of.id) ?? least), Number.POSITIVE_INFINITY)
    const below = {
      objectives: all.length,
      teams: new Set(all.map(({ team }) => team.id)).size,
      counts: statusCounts(all.map(({ of }) => of)),
      worst: attentions[worst]
    }
    const pace = paceOf(top.of, date)
    return { branch: { ...top, pace, next: next.map(({ branch }) => branch), below }, all: [top, ...all] }
  }
  return topmost.map((top) => grown(top).branch)
}

/** How the objectives of a deck support each other. One whose parent is not in the deck supports none. */
export const companyTree = (facts: CompanyFacts): CompanyTree => {
  const all = facts.teams.flatMap(({ input: { team } }) => team.objectives.map((of): Placed => ({ team, of })))
  const ids = new Set<string | null>(all.map(({ of }) => of.id))
  const byParent: ByParent = Map.groupBy(all, ({ of: { parentId } }) => (ids.has(parentId) ? parentId : null))
  const topmost = byParent.get(null) ?? []
  const supported = topmost.filter(({ of }) => byParent.has(of.id))
  return { branches: branchesOf(facts, supported, byParent), alone: topmost.length - supported.length }
}
