import type { EventData, EventType } from "../domain/Event.ts"

/**
 * An event at a time of the sample's history. Texts that begin with `@` stand for ids; start and due dates are numbers of days
 * from today, the date of a check-in from its event; numbers of events are counted from this one. Weeks are counted from 0,
 * days from Monday, 0.
 */
export interface PlannedEvent {
  readonly week: number
  readonly day: number
  /** Minutes after midnight, UTC. Events of the same minute keep their order. */
  readonly minute: number
  readonly eventType: EventType
  /** Null for a creation of a team and for a restore. */
  readonly target: string | null
  readonly data: EventData
}

type Week = number

interface PlannedInitiative {
  readonly title: string
  readonly owner?: string
  /** The index of its group; null for none. */
  readonly group: number | null
  /** The week in which it was added; by default that of its objective. */
  readonly week?: Week
  readonly statuses?: ReadonlyArray<readonly [week: Week, status: "active" | "done" | "dropped"]>
}

interface PlannedMeasure {
  readonly name: string
  readonly unit: string
  readonly start: number
  readonly target: number
  readonly checkIns: ReadonlyArray<readonly [week: Week, value: number, confidence: number, note: string]>
}

interface PlannedObjective {
  readonly week: Week
  readonly title: string
  readonly description: string
  readonly owner: string
  /** Days from today; null for no date. */
  readonly startDate: number | null
  readonly dueDate: number | null
  /** The label of the objective that it supports. */
  readonly parent?: string
  /** The indexes of the principles that it serves. */
  readonly principles: ReadonlyArray<number>
  readonly groups: ReadonlyArray<string>
  readonly initiatives: ReadonlyArray<PlannedInitiative>
  readonly measures: ReadonlyArray<PlannedMeasure>
  readonly statuses: ReadonlyArray<readonly [week: Week, status: string, note: string]>
}

/** A team and what happened to it. */
export interface TeamPlan {
  /** The beginning of its labels, unique among the teams. */
  readonly key: string
  readonly name: string
  readonly color: string
  readonly principles: ReadonlyArray<{ readonly title: string; readonly description: string }>
  readonly objectives: ReadonlyArray<PlannedObjective>
  /** Corrections, mistakes and what else happened besides. */
  readonly others: ReadonlyArray<PlannedEvent>
}

/** On Mondays plans are made, on Wednesdays initiatives move, on Thursdays people check in and then set statuses. */
const [monday, wednesday, thursday] = [0, 2, 3]
const [nine, ten, half, four] = [9 * 60, 10 * 60, 14 * 60 + 30, 16 * 60]

/** When everything of the day is made. */
const linked = { day: monday, minute: 11 * 60 + 30 }

/** An objective supports another one from this week on. */
export const supporting = (week: Week, target: string, parentId: string): PlannedEvent => ({
  ...linked,
  ...{ week, eventType: "update_objective_parent", target, data: { parentId } }
})

const labelsOf = ({ key }: TeamPlan) => ({
  team: `@${key}`,
  principle: (index: number) => `@${key} principle ${index}`,
  objective: (index: number) => `@${key} objective ${index}`,
  part: (objective: number, type: string, index: number) => `@${key} objective ${objective} ${type} ${index}`
})

const objectiveEvents = (plan: TeamPlan, objective: PlannedObjective, index: number): ReadonlyArray<PlannedEvent> => {
  const labels = labelsOf(plan)
  const id = labels.objective(index)
  const { week, title, description, owner, startDate, dueDate, parent } = objective
  const made = { title, description, owner, startDate, dueDate }
  const planned = { week, day: monday, minute: nine + 12 * (index + 1) }
  return [
    { ...planned, eventType: "create_objective", target: labels.team, data: { id, ...made } },
    ...(parent === undefined ? [] : [supporting(week, id, parent)]),
    ...objective.principles.map((principle): PlannedEvent => {
      const data = { principleId: labels.principle(principle), linked: true }
      return { ...planned, eventType: "update_objective_principle_link", target: id, data }
    }),
    ...objective.groups.map((name, group): PlannedEvent => {
      return {
        ...planned,
        eventType: "create_group",
        target: id,
        data: { id: labels.part(index, "group", group), name }
      }
    }),
    ...objective.initiatives.flatMap(
      ({ title, owner = "", group, week: added = week, statuses = [] }, n): Array<PlannedEvent> => {
        const initiative = labels.part(index, "initiative", n)
        const groupId = group === null ? null : labels.part(index, "group", group)
        const moved = { day: wednesday, minute: ten + 7 * index, target: initiative }
        return [
          {
            ...planned,
            week: added,
            eventType: "create_initiative",
            target: id,
            data: { id: initiative, title, owner, groupId }
          },
          ...statuses.map(
            ([week, status]): PlannedEvent => ({
              ...moved,
              week,
              eventType: "update_initiative_status",
              data: { status }
            })
          )
        ]
      }
    ),
    ...objective.measures.flatMap(({ checkIns, ...measure }, n): Array<PlannedEvent> => {
      const progress = labels.part(index, "measure", n)
      const checked = { day: thursday, minute: half + 4 * index + 2 * n, target: progress }
      return [
        { ...planned, eventType: "create_progress", target: id, data: { id: progress, ...measure } },
        ...checkIns.map(
          ([week, value, confidence, note]): PlannedEvent => ({
            ...{ ...checked, week, eventType: "update_progress_value" },
            data: { value, confidence, note }
          })
        )
      ]
    }),
    ...objective.statuses.map(
      ([week, status, note]): PlannedEvent => ({
        ...{ week, day: thursday, minute: four + index, eventType: "update_objective_status", target: id },
        data: { status, note }
      })
    )
  ]
}

/** Everything that happened to a team; `labels` of its entities begin with its key. */
export const eventsOf = (plan: TeamPlan): ReadonlyArray<PlannedEvent> => {
  const labels = labelsOf(plan)
  const { name, color, principles, objectives, others } = plan
  const begun = { week: 0, day: monday, minute: nine }
  return [
    { ...begun, eventType: "create_team", target: null, data: { id: labels.team, name, color } },
    ...principles.map(({ title, description }, index): PlannedEvent => {
      const data = { id: labels.principle(index), title, description }
      return { ...begun, eventType: "create_principle", target: labels.team, data }
    }),
    ...objectives.flatMap((objective, index) => objectiveEvents(plan, objective, index)),
    ...others
  ]
}
