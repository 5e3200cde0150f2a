import type { Kind } from "./Things.ts"

interface Named {
  readonly id: string
  readonly title?: string
  readonly name?: string
}

/** A team as its views have it. */
export interface TeamContents extends Partial<Named> {
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

const entity =
  <A extends Partial<Named>>(
    kind: Kind,
    linksOf: (one: A) => ReadonlyArray<string> = () => [],
    belowOf: (one: A) => ReadonlyArray<Entity> = () => []
  ) =>
  (one: A): Entity => ({
    ...{ kind, id: one.id ?? "", title: one.title ?? one.name ?? "", fields: { ...one } },
    links: linksOf(one),
    below: belowOf(one)
  })

type Objective = TeamContents["objectives"][number]

const objective = entity<Objective>(
  "objective",
  ({ principles }) => principles.map(({ id }) => id),
  ({ groups, initiatives, progress }) => [
    ...groups.map(entity("group")),
    ...initiatives.map(entity("initiative", ({ groupId }) => (groupId ? [groupId] : []))),
    ...progress.map(entity("progress"))
  ]
)

/** The team as a tree. */
export const teamTree = entity<TeamContents>("team", undefined, ({ principles, objectives }) => [
  ...principles.map(entity("principle")),
  ...objectives.map(objective)
])
