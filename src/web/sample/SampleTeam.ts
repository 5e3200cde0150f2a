/** A team as `onboarding.json` has it: a team in the middle of its year, with an objective in each status. */
export interface SampleTeam {
  readonly name: string
  readonly color: string
  readonly principles: ReadonlyArray<{ readonly title: string; readonly description: string }>
  readonly objectives: ReadonlyArray<SampleObjective>
}

export interface SampleInitiative {
  readonly title: string
  readonly status: string
}

export interface SampleObjective {
  readonly title: string
  readonly description: string
  readonly status: string
  /** The due date in days from today; null without one. */
  readonly dueInDays: number | null
  /** Indices in the team's principles. */
  readonly principles: ReadonlyArray<number>
  readonly groups: ReadonlyArray<{ readonly name: string; readonly initiatives: ReadonlyArray<SampleInitiative> }>
  readonly ungrouped: ReadonlyArray<SampleInitiative>
  readonly measures: ReadonlyArray<SampleMeasure>
}

interface SampleMeasure {
  readonly name: string
  readonly unit: string
  readonly start: number
  readonly target: number
  /** Oldest first. */
  readonly checkIns: ReadonlyArray<{ readonly value: number; readonly confidence: number; readonly note: string }>
}
