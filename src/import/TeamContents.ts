import type { Kind } from "./ImportTree.ts"

interface Named {
  readonly id: string
  readonly title?: string
  readonly name?: string
}

/** A team as its views have it. */
export interface TeamContents extends Partial<Named> {
  /** The log position that they are of. */
  readonly sequenceNumber?: number
  readonly principles: ReadonlyArray<Named>
  readonly objectives: ReadonlyArray<
    Named & {
      readonly principles: ReadonlyArray<{ readonly id: string }>
      readonly groups: ReadonlyArray<Named>
      readonly initiatives: ReadonlyArray<Named & { readonly groupId?: string | null }>
      readonly progress: ReadonlyArray<Named>
    }
  >
}

/** A team, or what is in it. */
export interface Entity {
  readonly kind: Kind
  readonly id: string
  readonly title: string
  /** As its view has it. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The ids of an objective's principles, and of an initiative's group. */
  readonly links: ReadonlyArray<string>
  readonly below: ReadonlyArray<Entity>
}

const entity = (
  kind: Kind,
  one: Partial<Named>,
  links: ReadonlyArray<string> = [],
  below: ReadonlyArray<Entity> = []
): Entity => ({ kind, id: one.id ?? "", title: one.title ?? one.name ?? "", fields: { ...one }, links, below })

const objectiveTree = (objective: TeamContents["objectives"][number]): Entity => {
  const links = objective.principles.map(({ id }) => id)
  return entity("objective", objective, links, [
    ...objective.groups.map((group) => entity("group", group)),
    ...objective.initiatives.map((one) => entity("initiative", one, one.groupId ? [one.groupId] : [])),
    ...objective.progress.map((measure) => entity("progress", measure))
  ])
}

/** The team as a tree. */
export const teamTree = (team: TeamContents): Entity =>
  entity(
    "team",
    team,
    [],
    [...team.principles.map((principle) => entity("principle", principle)), ...team.objectives.map(objectiveTree)]
  )
