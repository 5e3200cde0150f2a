import type { EntityId } from "../../domain/entities/Ids.ts"
import type { Objective, Principle, Team } from "../../domain/state/State.ts"

export interface Matrix {
  readonly team: Pick<Team, "id">
  readonly principles: ReadonlyArray<Principle>
  /** In the team's order. */
  readonly rows: ReadonlyArray<MatrixRow>
  /** By principle: how many objectives are linked to it. */
  readonly linkedObjectives: ReadonlyArray<number>
  /** Objectives linked to no principle. */
  readonly unlinked: ReadonlyArray<Objective>
  /** Principles no objective is linked to. */
  readonly unused: ReadonlyArray<Principle>
}

export interface MatrixRow {
  readonly objective: Objective
  /** By principle: whether they are linked. */
  readonly cells: ReadonlyArray<boolean>
  readonly linkedPrinciples: number
}

export const matrixOf = (team: Team): Matrix => {
  const { principles } = team
  const rows = team.objectives.map((objective): MatrixRow => {
    const linked = new Set(objective.principleIds)
    const cells = principles.map(({ id }) => linked.has(id))
    return { objective, cells, linkedPrinciples: cells.filter(Boolean).length }
  })
  const linkedObjectives = principles.map((_, column) => rows.filter(({ cells }) => cells[column]).length)
  return {
    team: { id: team.id },
    principles,
    rows,
    linkedObjectives,
    unlinked: rows.filter(({ linkedPrinciples }) => linkedPrinciples === 0).map(({ objective }) => objective),
    unused: principles.filter((_, column) => linkedObjectives[column] === 0)
  }
}

/** `P1`, by index: what principles are called where their title takes too much room. */
export const principleLabel = (index: number): string => `P${index + 1}`

/** The objectives linked to a principle, in the team's order. */
export const objectivesOf = (team: Team, principleId: EntityId): ReadonlyArray<Objective> =>
  team.objectives.filter(({ principleIds }) => principleIds.includes(principleId))

/** The principles an objective is linked to, in the team's order, each with its index there. */
export const principlesOf = (
  team: Team,
  objective: Objective
): ReadonlyArray<{ readonly principle: Principle; readonly index: number }> =>
  team.principles
    .map((principle, index) => ({ principle, index }))
    .filter(({ principle }) => objective.principleIds.includes(principle.id))
