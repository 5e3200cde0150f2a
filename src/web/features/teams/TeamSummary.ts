import type { Objective, Principle } from "../../../domain/state/State.ts"

type Authorship = Pick<Objective, "updatedAt" | "updatedBy">

/** What of a team's views its summary is made of. */
export interface Summarised {
  readonly principles: ReadonlyArray<Pick<Principle, "updatedAt" | "updatedBy">>
  readonly objectives: ReadonlyArray<
    Authorship & { readonly status: Objective["status"]; readonly progress: ReadonlyArray<Authorship> }
  >
}

export interface TeamSummary {
  readonly principles: number
  readonly objectives: number
  /** Those that occur, worst first. */
  readonly statuses: ReadonlyArray<readonly [status: Objective["status"], count: number]>
  /** The latest of all that is there; undefined for an empty team. */
  readonly last: Authorship | undefined
}

const order: ReadonlyArray<Objective["status"]> = ["off_track", "at_risk", "on_track", "achieved", "missed", "draft"]

export const teamSummary = ({ principles, objectives }: Summarised): TeamSummary => {
  const touched = [...principles, ...objectives, ...objectives.flatMap(({ progress }) => progress)]
  return {
    principles: principles.length,
    objectives: objectives.length,
    statuses: order
      .map((status) => [status, objectives.filter((objective) => objective.status === status).length] as const)
      .filter(([, count]) => count > 0),
    last: touched.reduce<Authorship | undefined>(
      // Timestamps of one form: their order is that of their text.
      (latest, one) => (latest === undefined || one.updatedAt > latest.updatedAt ? one : latest),
      undefined
    )
  }
}
