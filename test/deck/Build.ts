import type { EntityId } from "../../src/domain/entities/Ids.ts"
import type { CheckIn, FieldVersions, Initiative, Objective, Progress, Team } from "../../src/domain/state/State.ts"
import type { InitiativeStatus, ObjectiveStatus } from "../../src/shared/Statuses.ts"
import { entityId } from "../domain/Commands.ts"

export interface MeasureSpec {
  readonly name: string
  readonly unit: string
  readonly start: number
  readonly target: number
  /** Check-ins, newest first; the first one is the measure's value. */
  readonly checkIns: ReadonlyArray<Pick<CheckIn, "value" | "confidence" | "note" | "timestamp" | "actorName">>
}

export interface ObjectiveSpec {
  readonly title: string
  readonly description: string
  readonly status: ObjectiveStatus
  readonly dueDate: string | null
  /** Indices of principles, each once. */
  readonly principles: ReadonlyArray<number>
  readonly groups: ReadonlyArray<string>
  /** `group` is an index of the groups; null, or an index without a group, means ungrouped. */
  readonly initiatives: ReadonlyArray<{
    readonly title: string
    readonly status: InitiativeStatus
    readonly group: number | null
  }>
  readonly measures: ReadonlyArray<MeasureSpec>
}

export interface TeamSpec {
  readonly name: string
  readonly color: string
  readonly principles: ReadonlyArray<{ readonly title: string; readonly description: string }>
  readonly objectives: ReadonlyArray<ObjectiveSpec>
}

const signed = {
  createdAt: "2026-03-02T08:00:00.000Z",
  createdBy: "ada",
  updatedAt: "2026-11-02T08:00:00.000Z",
  updatedBy: "grace"
}
const versions: FieldVersions = {}

/** An id for each place in a team: the same place in two specs is the same entity. */
const ids = {
  team: entityId(1),
  principle: (index: number) => entityId(0x1000 + index),
  objective: (index: number) => entityId(0x2000 + index),
  group: (objective: number, index: number) => entityId(0x1000000 + objective * 0x1000 + index),
  initiative: (objective: number, index: number) => entityId(0x2000000 + objective * 0x1000 + index),
  progress: (objective: number, index: number) => entityId(0x3000000 + objective * 0x1000 + index)
}

const progressOf = ({ name, unit, start, target, ...spec }: MeasureSpec, id: EntityId): Progress => {
  const checkIns = spec.checkIns.toSorted((one, other) => other.timestamp.localeCompare(one.timestamp))
  const latest = checkIns[0]
  return {
    id,
    name,
    unit,
    start,
    target,
    value: latest?.value ?? start,
    initialValue: start,
    confidence: latest?.confidence ?? null,
    note: latest?.note ?? "",
    updatedAt: latest?.timestamp ?? signed.createdAt,
    updatedBy: latest?.actorName ?? signed.createdBy,
    checkIns: checkIns.map((checkIn, index) => ({
      ...checkIn,
      date: checkIn.timestamp.slice(0, 10),
      sequenceNumber: 1000 - index
    })),
    versions
  }
}

const objectiveOf = (spec: ObjectiveSpec, position: number): Objective => {
  const initiatives = spec.initiatives.map(({ title, status, group }, index): Initiative => {
    const groupId = group !== null && group < spec.groups.length ? ids.group(position, group) : null
    return { id: ids.initiative(position, index), title, status, owner: "", groupId, versions }
  })
  return {
    id: ids.objective(position),
    title: spec.title,
    description: spec.description,
    status: spec.status,
    ...{ statusNote: "", owner: "", parentId: null, startDate: null, dueDate: spec.dueDate },
    baselinePercent: 0,
    principleIds: spec.principles.map(ids.principle),
    groups: spec.groups.map((name, index) => ({ id: ids.group(position, index), name, versions })),
    initiatives,
    progress: spec.measures.map((measure, index) => progressOf(measure, ids.progress(position, index))),
    versions,
    ...signed
  }
}

/** The team that the events for it would make; links to missing principles are left out. */
export const teamOf = ({ name, color, principles, objectives }: TeamSpec): Team => ({
  id: ids.team,
  name,
  color,
  touchedAt: 4711,
  versions,
  principles: principles.map((principle, index) => ({ ...principle, id: ids.principle(index), versions, ...signed })),
  objectives: objectives.map((objective, position) =>
    objectiveOf(
      { ...objective, principles: objective.principles.filter((index) => index < principles.length) },
      position
    )
  )
})
