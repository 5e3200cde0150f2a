import { HashMap, Schema } from "effect"
import { entities } from "../../shared/Entities.ts"
import { stateSchemasOf } from "../entities/Fields.ts"
import { EntityId, SequenceNumber } from "../entities/Ids.ts"
import { entityPairs, keptPairs } from "../state/EntityPairs.ts"
import { type Objective, type State, type Team, teamIn } from "../state/State.ts"
import * as PercentRule from "./Percent.ts"
import { sortedTeams, TeamBody, teamBody } from "./Views.ts"

const { title, status, dueDate } = stateSchemasOf(entities.objective.fields)

const changeOf = <S extends Schema.Top>(value: S, identifier: string) =>
  Schema.Array(Schema.Struct({ objectiveId: EntityId, title, from: value, to: value }).annotate({ identifier }))

export const TeamChanges = Schema.Struct({
  /** The team as it is now, or as it was if it is deleted. */
  team: TeamBody,
  objectives: Schema.Struct({ created: Schema.Int, deleted: Schema.Int }),
  /** `edited` counts those whose title or description differs. */
  principles: Schema.Struct({ created: Schema.Int, deleted: Schema.Int, edited: Schema.Int }),
  /** Has the objectives that existed then and exist now, in their present order, with their present titles. */
  statusChanges: changeOf(status, "StatusChange"),
  dueDateChanges: changeOf(dueDate, "DueDateChange"),
  progressChanges: changeOf(Schema.NullOr(Schema.Int), "ProgressChange"),
  /** Of the same objectives, those whose initiatives changed. */
  initiativeChanges: Schema.Array(
    Schema.Struct({
      objectiveId: EntityId,
      title,
      added: Schema.Int,
      /** How many are done now and were not then; new ones count too. */
      done: Schema.Int,
      /** How many are dropped now and were not then; new ones count too. */
      dropped: Schema.Int,
      deleted: Schema.Int
    }).annotate({ identifier: "InitiativeChange" })
  )
}).annotate({ identifier: "TeamChanges" })
export type TeamChanges = typeof TeamChanges.Type

export const OverviewChangesBody = Schema.Struct({
  sequenceNumber: SequenceNumber,
  /** The sequence number that `sequenceNumber` is compared with; 0 is the empty log. */
  since: Schema.Int,
  /** The teams that differ, by name. */
  teams: Schema.Array(TeamChanges)
}).annotate({ identifier: "OverviewChanges" })
export type OverviewChangesBody = typeof OverviewChangesBody.Type

type Kept<E> = ReadonlyArray<readonly [before: E, after: E]>

const compared = <E extends { readonly id: EntityId }>(
  before: ReadonlyArray<E> | undefined,
  after: ReadonlyArray<E> | undefined
) => {
  const pairs = entityPairs(before, after)
  const kept = keptPairs(pairs)
  const deleted = pairs.filter((pair) => pair.after === undefined).length
  return { pairs, kept, created: pairs.length - kept.length - deleted, deleted }
}

const changesOf = <A>(kept: Kept<Objective>, valueOf: (objective: Objective) => A) =>
  kept.flatMap(([before, after]) => {
    const [from, to] = [valueOf(before), valueOf(after)]
    return from === to ? [] : [{ objectiveId: after.id, title: after.title, from, to }]
  })

const initiativeChangesOf = (kept: Kept<Objective>) =>
  kept.flatMap(([before, after]) => {
    if (before.initiatives === after.initiatives) return []
    const { pairs, created: added, deleted } = compared(before.initiatives, after.initiatives)
    const [done, dropped] = (["done", "dropped"] as const).map(
      (status) => pairs.filter(({ before, after }) => after?.status === status && before?.status !== status).length
    )
    const counts = { added, done: done ?? 0, dropped: dropped ?? 0, deleted }
    return Object.values(counts).some((count) => count > 0)
      ? [{ objectiveId: after.id, title: after.title, ...counts }]
      : []
  })

/** How a team differs; null if nothing that is compared differs. At least one of both must be given. */
export const teamChanges = (before: Team | undefined, after: Team | undefined): TeamChanges | null => {
  const team = after ?? before
  if (team === undefined) return null
  const objectives = compared(before?.objectives, after?.objectives)
  const principles = compared(before?.principles, after?.principles)
  const edited = principles.kept.filter(
    ([before, after]) => before.title !== after.title || before.description !== after.description
  ).length
  const lists = {
    statusChanges: changesOf(objectives.kept, ({ status }) => status),
    dueDateChanges: changesOf(objectives.kept, ({ dueDate }) => dueDate),
    progressChanges: changesOf(objectives.kept, ({ progress }) => PercentRule.ofMeasures(progress)),
    initiativeChanges: initiativeChangesOf(objectives.kept)
  }
  const counts = {
    objectives: { created: objectives.created, deleted: objectives.deleted },
    principles: { created: principles.created, deleted: principles.deleted, edited }
  }
  const isSame =
    Object.values(lists).every(({ length }) => length === 0) &&
    Object.values(counts).every((each) => Object.values(each).every((count) => count === 0))
  return isSame ? null : { team: teamBody(team), ...counts, ...lists }
}

/** The teams that events between two states of one log touched, each as it was and as it is, by name. */
export const touchedTeams = (before: State, after: State) => {
  const deleted = HashMap.toValues(before.teams).filter(({ id }) => !HashMap.has(after.teams, id))
  const touched = HashMap.toValues(after.teams).filter(
    ({ id, touchedAt }) => teamIn(before, id)?.touchedAt !== touchedAt
  )
  return sortedTeams([...touched, ...deleted]).map(({ id }) => [teamIn(before, id), teamIn(after, id)] as const)
}
