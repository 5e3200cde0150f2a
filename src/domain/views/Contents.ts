import { Record } from "effect"
import { checkInValuesOf, editedValuesOf, partValuesOf, valueText } from "../entities/FieldValues.ts"
import type { EntityId } from "../entities/Ids.ts"
import { labelOf } from "../entities/Wording.ts"
import { linkField } from "../events/LinkEvent.ts"
import type { EntityByType, EntityType, Initiative, Objective, Progress, Team } from "../state/State.ts"

/** The content of an entity as a restore preview shows it. */
export interface Content {
  readonly entityType: EntityType
  /** The entity's title or name. */
  readonly title: string
  /**
   * The fields as in history, except that an initiative's placement is split into `group` (its name) and `position`,
   * a measure's definition into its parts, and a check-in into `value`, `confidence`, `note` and `checkIns` (their
   * number).
   */
  readonly fields: Readonly<Record<string, string>>
}

type Entry = readonly [EntityId, Content]

const entryOf = <T extends EntityType>(
  entityType: T,
  entity: EntityByType[T],
  others: Readonly<Record<string, string>> = {}
): Entry => [
  entity.id,
  {
    entityType,
    title: labelOf(entityType, entity),
    fields: { ...Record.map(editedValuesOf(entityType, entity), valueText), ...others }
  }
]

const ofInitiative =
  ({ groups }: Objective) =>
  (initiative: Initiative, index: number): Entry => {
    const group = groups.find(({ id }) => id === initiative.groupId)?.name ?? ""
    return entryOf("initiative", initiative, { group, position: String(index) })
  }

const ofProgress = (progress: Progress): Entry =>
  entryOf("progress", progress, {
    ...Record.map(partValuesOf("progress", progress), valueText),
    ...Record.map(checkInValuesOf(progress), valueText),
    checkIns: String(progress.checkIns.length)
  })

const ofObjective = (objective: Objective, index: number): ReadonlyArray<Entry> => {
  const links = Object.fromEntries(objective.principleIds.map((principleId) => [linkField(principleId), "true"]))
  return [
    entryOf("objective", objective, { position: String(index), ...links }),
    ...objective.groups.map((group) => entryOf("group", group)),
    ...objective.initiatives.map(ofInitiative(objective)),
    ...objective.progress.map(ofProgress)
  ]
}

/** The contents of a team and of everything in it, by id. */
export const teamContents = (team: Team): ReadonlyMap<EntityId, Content> =>
  new Map([
    entryOf("team", team),
    ...team.principles.map((principle, index) => entryOf("principle", principle, { position: String(index) })),
    ...team.objectives.flatMap(ofObjective)
  ])
