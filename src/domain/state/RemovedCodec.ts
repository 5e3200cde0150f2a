import { HashMap, Option, Result, Schema } from "effect"
import { EntityType } from "../Event.ts"
import { EntityId, SequenceNumber } from "../entities/Ids.ts"
import { empty, type RemovedEntities, type RemovedEntity, type State } from "./State.ts"

/** The part of a state's text that says what was removed. */

const removedPerPart = 1_000

const Id = Schema.toType(EntityId)

const EncodedRemoved = Schema.Tuple([
  Id,
  Schema.Array(
    Schema.Struct({
      id: Id,
      type: EntityType,
      title: Schema.String,
      objectiveId: Schema.NullOr(Id),
      sequenceNumber: SequenceNumber,
      timestamp: Schema.String,
      actorName: Schema.String,
      cause: Schema.Literals(["deletion", "restore"]),
      contains: Schema.Struct({ groups: Schema.Int, initiatives: Schema.Int, progress: Schema.Int })
    })
  )
])

export const byId = <A>(map: HashMap.HashMap<EntityId, A>): ReadonlyArray<[EntityId, A]> =>
  HashMap.toEntries(map).sort(([left], [right]) => (left < right ? -1 : 1))

export const chunksOf = <A>(all: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size))

const encodeRemoved = ([id, entity]: readonly [EntityId, RemovedEntity]): (typeof EncodedRemoved.Type)[1][number] => ({
  id,
  type: entity.type,
  title: entity.title,
  objectiveId: entity.objectiveId,
  sequenceNumber: entity.sequenceNumber,
  timestamp: entity.timestamp,
  actorName: entity.actorName,
  cause: entity.cause,
  contains: {
    groups: entity.contains.groups,
    initiatives: entity.contains.initiatives,
    progress: entity.contains.progress
  }
})

const removedTexts = new WeakMap<RemovedEntities, ReadonlyArray<string>>()

/** The texts of what was removed from a team are reused while it is the same. */
export function* removedSteps(
  teamId: EntityId,
  entities: RemovedEntities
): Generator<undefined, ReadonlyArray<string>> {
  const known = removedTexts.get(entities)
  if (known !== undefined) return known
  const texts: Array<string> = []
  for (const some of chunksOf(byId(entities), removedPerPart)) {
    yield
    texts.push(JSON.stringify([teamId, some.map(encodeRemoved)] satisfies typeof EncodedRemoved.Type))
  }
  removedTexts.set(entities, texts)
  return texts
}

const decodeRemoved = Schema.decodeUnknownResult(Schema.fromJsonString(EncodedRemoved))

/** What was removed, by team; undefined if a text cannot be read. */
export function* removedFrom(texts: ReadonlyArray<string>): Generator<undefined, State["removed"] | undefined> {
  let removed = empty.removed
  for (const text of texts) {
    yield
    const read = decodeRemoved(text)
    if (Result.isFailure(read)) return undefined
    const [teamId, entities] = read.success
    const known = Option.getOrElse(HashMap.get(removed, teamId), () => HashMap.empty<EntityId, RemovedEntity>())
    const all = entities.reduce((all, { id, ...entity }) => HashMap.set(all, id, entity), known)
    removed = HashMap.set(removed, teamId, all)
  }
  return removed
}
