import { HashMap, Schema } from "effect"
import { entities } from "../../shared/Entities.ts"
import * as Limits from "../../shared/Limits.ts"
import { percentOf } from "../../shared/Percent.ts"
import { described, listOf } from "../entities/Documented.ts"
import { stateSchemasOf } from "../entities/Fields.ts"
import { EntityId, ViewPosition } from "../entities/Ids.ts"
import { entityPairs, keptPairs } from "../state/EntityPairs.ts"
import { type Objective, type State, type Team, teamIn } from "../state/State.ts"
import { WrongWay, wrongWayOf } from "./Overview.ts"
import { sortedTeams, TeamBody, teamBody } from "./Views.ts"

const { title, status, dueDate } = stateSchemasOf(entities.objective.fields)

const objectiveId = described("The objective", EntityId)

const listed = <S extends Schema.Top>(description: string, item: S) =>
  described(description, listOf(item, Limits.perTeam.objectives))

const changeOf = <S extends Schema.Top>(description: string, value: S, identifier: string) =>
  listed(
    description,
    Schema.Struct({
      objectiveId,
      title,
      from: described("The value then", value),
      to: described("The value now", value)
    }).annotate({ identifier })
  )

const count = (description: string) => described(description, Schema.Int)

const [created, deleted] = [count("The number of new ones"), count("The number of deleted ones")]

export const TeamChanges = Schema.Struct({
  team: described("The team as it is now, or as it was if it is deleted", TeamBody),
  objectives: described("The numbers of new and deleted objectives", Schema.Struct({ created, deleted })),
  principles: described(
    "The numbers of new, deleted and edited principles",
    Schema.Struct({ created, deleted, edited: count("The number with another title or description") })
  ),
  statusChanges: changeOf(
    "Objectives with another status: those that existed then and exist now, in their present order",
    status,
    "StatusChange"
  ),
  dueDateChanges: changeOf("Objectives with another due date", dueDate, "DueDateChange"),
  progressChanges: changeOf("Objectives with another percent", Schema.NullOr(Schema.Int), "ProgressChange"),
  wrongWayChanges: changeOf(
    "Objectives of which another measure is worst compared with its start, or the same one by another amount; null where none is worse",
    Schema.NullOr(WrongWay),
    "WrongWayChange"
  ),
  initiativeChanges: listed(
    "Objectives whose initiatives changed",
    Schema.Struct({
      objectiveId,
      title,
      added: created,
      done: count("The number that are done now and were not then; new ones count too"),
      dropped: count("The number that are dropped now and were not then; new ones count too"),
      deleted
    }).annotate({ identifier: "InitiativeChange" })
  )
}).annotate({ identifier: "TeamChanges" })
export type TeamChanges = typeof TeamChanges.Type

export const OverviewChangesBody = Schema.Struct({
  sequenceNumber: ViewPosition,
  since: described("The sequence number that the present is compared with; 0 is the empty log", Schema.Int),
  teams: described("The teams that differ, by name", listOf(TeamChanges, 2 * Limits.teams))
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

const changesOf = <A>(
  kept: Kept<Objective>,
  valueOf: (objective: Objective) => A,
  isSame: (from: A, to: A) => boolean = Object.is
) =>
  kept.flatMap(([before, after]) => {
    const [from, to] = [valueOf(before), valueOf(after)]
    return isSame(from, to) ? [] : [{ objectiveId: after.id, title: after.title, from, to }]
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
    progressChanges: changesOf(objectives.kept, ({ progress }) => percentOf(progress)),
    wrongWayChanges: changesOf(objectives.kept, wrongWayOf, (from, to) => from?.id === to?.id && from?.by === to?.by),
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
