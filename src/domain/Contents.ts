import { linkField } from "./events/LinkEvent.ts"
import type { EntityId } from "./Ids.ts"
import type { EntityType, Initiative, Objective, Principle, Progress, Team } from "./State.ts"

/** What an entity says of itself, for people. */
export interface Content {
  readonly entityType: EntityType
  /** Its title, or its name. */
  readonly title: string
  /**
   * Fields as history gives them, but an initiative's placement is its `group` by name and its `position`, and a check-in
   * is `value`, `confidence` and `note`, with the number of `checkIns` kept.
   */
  readonly fields: Readonly<Record<string, string>>
}

type Entry = readonly [EntityId, Content]

const ofPrinciple = ({ id, title, description }: Principle, index: number): Entry => [
  id,
  { entityType: "principle", title, fields: { title, description, position: String(index) } }
]

const ofInitiative =
  ({ groups }: Objective) =>
  ({ id, title, status, groupId }: Initiative, index: number): Entry => {
    const group = groups.find((one) => one.id === groupId)?.name ?? ""
    return [id, { entityType: "initiative", title, fields: { title, status, group, position: String(index) } }]
  }

const ofProgress = ({ id, name, value, confidence, note, checkIns }: Progress): Entry => [
  id,
  {
    entityType: "progress",
    title: name,
    fields: {
      value: JSON.stringify(value),
      confidence: confidence === null ? "" : String(confidence),
      note,
      checkIns: String(checkIns.length)
    }
  }
]

const ofObjective = (objective: Objective, index: number): ReadonlyArray<Entry> => {
  const { id, title, description, status, dueDate, principleIds, groups, initiatives, progress } = objective
  const links = Object.fromEntries(principleIds.map((principleId) => [linkField(principleId), "true"]))
  const fields = { title, description, status, dueDate: dueDate ?? "", position: String(index), ...links }
  return [
    [id, { entityType: "objective", title, fields }],
    ...groups.map(({ id, name }): Entry => [id, { entityType: "group", title: name, fields: { name } }]),
    ...initiatives.map(ofInitiative(objective)),
    ...progress.map(ofProgress)
  ]
}

/** A team and everything in it, by id. */
export const contents = (team: Team): ReadonlyMap<EntityId, Content> =>
  new Map([
    [team.id, { entityType: "team", title: team.name, fields: { name: team.name, color: team.color } }],
    ...team.principles.map(ofPrinciple),
    ...team.objectives.flatMap(ofObjective)
  ])
