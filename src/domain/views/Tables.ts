import { type CsvDialect, guarded, markOf, writeCells } from "../../shared/Csv.ts"
import type { Days } from "../../shared/Days.ts"
import { percentOfMeasure } from "../../shared/Percent.ts"
import type { LoggedEvent } from "../Event.ts"
import type { State, Team } from "../state/State.ts"
import { progress } from "../state/Targets.ts"
import type { AppliedChange } from "./AppliedChange.ts"
import { teamOverview } from "./Overview.ts"

type Value = string | number | null | ReadonlyArray<string>

/** The columns of a table, by name, with how a row's cell is made. Numbers need no guard: only texts can be formulas. */
type Columns<Row> = Readonly<Record<string, (row: Row) => Value>>

const cellOf = (value: Value, { decimal }: CsvDialect): string => {
  if (typeof value === "number") return String(value).replace(".", decimal)
  return value === null ? "" : guarded(typeof value === "string" ? value : value.join(" "))
}

/** A table as CSV, in parts. Empty cells are nulls; the items of a list have spaces between them. */
interface Table<Row> {
  readonly head: string
  readonly rows: (rows: ReadonlyArray<Row>) => string
}

const table = <Row>(columns: Columns<Row>) => {
  const makers = Object.values(columns)
  return (dialect: CsvDialect): Table<Row> => {
    const cellsOf = (row: Row) => makers.map((make) => cellOf(make(row), dialect))
    return {
      head: markOf(dialect) + writeCells([Object.keys(columns)], dialect),
      rows: (rows) => writeCells(rows.map(cellsOf), dialect)
    }
  }
}

interface OverviewRow {
  readonly team: string
  readonly objective: ReturnType<typeof teamOverview>["objectives"][number]
}

/** Every objective, with the members of `/api/overview` and its team's name. */
export const overviewTable = table<OverviewRow>({
  id: ({ objective }) => objective.id,
  teamId: ({ objective }) => objective.teamId,
  team: ({ team }) => team,
  title: ({ objective }) => objective.title,
  status: ({ objective }) => objective.status,
  statusNote: ({ objective }) => objective.statusNote,
  owner: ({ objective }) => objective.owner,
  startDate: ({ objective }) => objective.startDate,
  dueDate: ({ objective }) => objective.dueDate,
  parentId: ({ objective }) => objective.parentId,
  percent: ({ objective }) => objective.percent,
  expectedPercent: ({ objective }) => objective.expectedPercent,
  position: ({ objective }) => objective.position,
  principleIds: ({ objective }) => objective.principleIds,
  "initiatives.total": ({ objective }) => objective.initiatives.total,
  "initiatives.done": ({ objective }) => objective.initiatives.done,
  measures: ({ objective }) => objective.measures,
  lastCheckInOn: ({ objective }) => objective.lastCheckInOn,
  lastCheckInAt: ({ objective }) => objective.lastCheckInAt,
  staleAfter: ({ objective }) => objective.staleAfter,
  suggestedStatus: ({ objective }) => objective.suggestedStatus,
  "wrongWay.id": ({ objective }) => objective.wrongWay?.id ?? null,
  "wrongWay.name": ({ objective }) => objective.wrongWay?.name ?? null,
  "wrongWay.unit": ({ objective }) => objective.wrongWay?.unit ?? null,
  "wrongWay.by": ({ objective }) => objective.wrongWay?.by ?? null,
  doubts: ({ objective }) => objective.doubts,
  createdAt: ({ objective }) => objective.createdAt,
  updatedAt: ({ objective }) => objective.updatedAt,
  updatedBy: ({ objective }) => objective.updatedBy
})

/** The overview's rows of a team. `date` is today, `YYYY-MM-DD`. */
export const overviewRows = (team: Team, date: string, days: Days): ReadonlyArray<OverviewRow> =>
  teamOverview(team, date, days).objectives.map((objective) => ({ team: team.name, objective }))

type CheckInEvent = Pick<LoggedEvent, "sequenceNumber" | "timestamp" | "actorName" | "targetId" | "data">

interface CheckInRow {
  readonly event: CheckInEvent
  readonly place: NonNullable<ReturnType<typeof progress.find>>
}

const numberIn = ({ data }: CheckInEvent, key: string): number | null => {
  const value = data[key]
  return typeof value === "number" ? value : null
}

/** The day that a check-in is of; version 1 had none but the UTC day of the event. */
const dateIn = ({ data, timestamp }: CheckInEvent): string =>
  typeof data.date === "string" ? data.date : timestamp.slice(0, 10)

/** Check-ins, each with its measure as it is now: the percent is by today's start and target. */
export const measuresTable = table<CheckInRow>({
  sequenceNumber: ({ event }) => event.sequenceNumber,
  timestamp: ({ event }) => event.timestamp,
  actorName: ({ event }) => event.actorName,
  teamId: ({ place }) => place.team.id,
  team: ({ place }) => place.team.name,
  objectiveId: ({ place }) => place.objective.entity.id,
  objective: ({ place }) => place.objective.entity.title,
  id: ({ place }) => place.entity.id,
  name: ({ place }) => place.entity.name,
  unit: ({ place }) => place.entity.unit,
  start: ({ place }) => place.entity.start,
  target: ({ place }) => place.entity.target,
  date: ({ event }) => dateIn(event),
  value: ({ event }) => numberIn(event, "value"),
  percent: ({ event, place }) => percentOfMeasure({ ...place.entity, value: numberIn(event, "value") ?? 0 }),
  confidence: ({ event }) => numberIn(event, "confidence"),
  note: ({ event }) => (typeof event.data.note === "string" ? event.data.note : null)
})

/** The check-ins among events, of measures that exist in the state, without those that were taken out. */
export const checkInRows = (
  events: ReadonlyArray<CheckInEvent & Pick<LoggedEvent, "eventType" | "fieldName" | "status">>,
  state: State,
  retracted: ReadonlySet<number>
): ReadonlyArray<CheckInRow> =>
  events.flatMap((event) => {
    const { eventType, fieldName, status, targetId } = event
    if (status !== "applied" || eventType !== "update_progress_value" || fieldName !== "value") return []
    const place = progress.find(state, targetId)
    if (place === undefined || Object.hasOwn(event.data, "retract")) return []
    return retracted.has(event.sequenceNumber) ? [] : [{ event, place }]
  })

/** Changes, with the members of `/api/changes`; `data` is JSON. */
export const changesTable = table<AppliedChange>({
  sequenceNumber: (change) => change.sequenceNumber,
  timestamp: (change) => change.timestamp,
  actorName: (change) => change.actorName,
  actorDisplayName: (change) => change.actorDisplayName,
  eventType: (change) => change.eventType,
  description: (change) => change.description,
  entityId: (change) => change.entityId,
  entityType: (change) => change.entityType,
  entityTitle: (change) => change.entityTitle,
  parentId: (change) => change.parentId,
  targetId: (change) => change.targetId,
  fieldName: (change) => change.fieldName,
  oldValue: (change) => change.oldValue,
  newValue: (change) => change.newValue,
  teamIds: (change) => change.teamIds,
  teams: (change) => change.teams.flatMap(({ name }) => name ?? []).join(", "),
  entityIds: (change) => change.entityIds,
  data: (change) => JSON.stringify(change.data),
  url: (change) => change.url ?? null
})
