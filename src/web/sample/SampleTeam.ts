import type { Initiative, Objective } from "../../domain/state/State.ts"

type InitiativeLine = readonly [title: string, status: Initiative["status"]]

interface SampleMeasure {
  readonly name: string
  readonly unit: string
  readonly start: number
  readonly target: number
  /** Oldest first. */
  readonly checkIns: ReadonlyArray<readonly [value: number, confidence: number, note: string]>
}

export interface SampleObjective {
  readonly title: string
  readonly description: string
  readonly status: Objective["status"]
  /** The due date in days from today; null without one. */
  readonly dueInDays: number | null
  /** Indices in the team's principles. */
  readonly principles: ReadonlyArray<number>
  readonly groups: ReadonlyArray<{ readonly name: string; readonly initiatives: ReadonlyArray<InitiativeLine> }>
  readonly ungrouped: ReadonlyArray<InitiativeLine>
  readonly measures: ReadonlyArray<SampleMeasure>
}

export interface SampleTeam {
  readonly color: string
  readonly principles: ReadonlyArray<{ readonly title: string; readonly description: string }>
  readonly objectives: ReadonlyArray<SampleObjective>
}

export const sampleName = "Customer onboarding"
