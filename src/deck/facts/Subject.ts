import type { EntityId } from "../../domain/entities/Ids.ts"
import type { Initiative, Objective, Principle, Progress } from "../../domain/state/State.ts"

/** What a change is about, by its name afterwards, or before where it is gone. */
export interface Subject {
  readonly type: "team" | "principle" | "objective" | "initiative" | "measure"
  readonly id: EntityId
  readonly name: string
  /** The title of the objective an initiative or a measure belongs to. */
  readonly within: string | null
}

export const principleSubject = ({ id, title }: Principle): Subject => ({
  type: "principle",
  id,
  name: title,
  within: null
})

export const objectiveSubject = ({ id, title }: Objective): Subject => ({
  type: "objective",
  id,
  name: title,
  within: null
})

export const initiativeSubject = ({ id, title }: Initiative, { title: within }: Objective): Subject => ({
  type: "initiative",
  id,
  name: title,
  within
})

export const measureSubject = ({ id, name }: Progress, { title: within }: Objective): Subject => ({
  type: "measure",
  id,
  name,
  within
})

/** Its measures and initiatives. */
export const partsOf = (objective: Objective): ReadonlyArray<Subject> => [
  ...objective.progress.map((measure) => measureSubject(measure, objective)),
  ...objective.initiatives.map((initiative) => initiativeSubject(initiative, objective))
]
