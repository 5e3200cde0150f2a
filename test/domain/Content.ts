import { HashMap } from "effect"
import type { EntityId } from "../../src/domain/entities/Ids.ts"
import type { Authorship, FieldVersions, State } from "../../src/domain/state/State.ts"

export const byId = <A>(map: HashMap.HashMap<EntityId, A>): ReadonlyArray<[EntityId, A]> =>
  HashMap.toEntries(map).sort(([left], [right]) => (left < right ? -1 : 1))

const withoutVersions = <E extends { readonly versions: FieldVersions }>({ versions: _, ...entity }: E) => entity

const withoutUpdateStamp = <
  E extends Pick<Authorship, "updatedAt" | "updatedBy"> & { readonly versions: FieldVersions }
>(
  entity: E
) => {
  const { updatedAt: _at, updatedBy: _by, ...rest } = withoutVersions(entity)
  return rest
}

/**
 * The content of a strategy as plain data to compare: without versions, sequence numbers (except those of check-ins)
 * and who last changed what. A restored state has the content of the state it was restored to. Linked principles are
 * sorted by id, since no view shows the order in which they were linked.
 */
export const contentOf = (state: State): unknown =>
  byId(state.teams).map(([, { touchedAt: _, ...team }]) => ({
    ...withoutVersions(team),
    principles: team.principles.map(withoutUpdateStamp),
    objectives: team.objectives.map((objective) => ({
      ...withoutUpdateStamp(objective),
      principleIds: objective.principleIds.toSorted(),
      groups: objective.groups.map(withoutVersions),
      initiatives: objective.initiatives.map(withoutVersions),
      progress: objective.progress.map(withoutUpdateStamp)
    }))
  }))
