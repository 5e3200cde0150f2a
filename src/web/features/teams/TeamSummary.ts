import type { Objective, Principle } from "../../../domain/state/State.ts"

type Authorship = Pick<Objective, "updatedAt" | "updatedBy">

/** The parts of a team's views that its summary needs. */
export interface Summarised {
  readonly principles: ReadonlyArray<Pick<Principle, "updatedAt" | "updatedBy">>
  readonly objectives: ReadonlyArray<
    Authorship & { readonly status: Objective["status"]; readonly progress: ReadonlyArray<Authorship> }
  >
}

export interface TeamSummary {
  readonly principles: number
  readonly objectives: number
  /** The statuses that occur, worst first. */
  readonly statuses: ReadonlyArray<readonly [status: Objective["status"], count: number]>
  /** The latest change of anything in the team; undefined for an empty team. */
  readonly last: Authorship | undefined
}

/** The statuses of objectives, worst first. */
export const statusOrder: ReadonlyArray<Objective["status"]> = [
  "off_track",
  "at_risk",
  "on_track",
  "achieved",
  "missed",
  "draft"
]

export const teamSummary = ({ principles, objectives }: Summarised): TeamSummary => {
  const touched = [...principles, ...objectives, ...objectives.flatMap(({ progress }) => progress)]
  return {
    principles: principles.length,
    objectives: objectives.length,
    statuses: statusOrder
      .map((status) => [status, objectives.filter((objective) => objective.status === status).length] as const)
      .filter(([, count]) => count > 0),
    last: touched.reduce<Authorship | undefined>(
      // ISO 8601 timestamps of equal length can be compared as texts.
      (latest, one) => (latest === undefined || one.updatedAt > latest.updatedAt ? one : latest),
      undefined
    )
  }
}
