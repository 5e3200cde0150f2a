import { HashMap, Option, Schema } from "effect"
import { rejectionText } from "../../shared/words/Rejections.ts"
import { EntityType, type Touched } from "../Event.ts"
import { described, listOf, unlimited } from "../entities/Documented.ts"
import { checkInValuesOf, editedValuesOf, partValuesOf } from "../entities/FieldValues.ts"
import { EntityId, LatestPosition, SequenceNumber } from "../entities/Ids.ts"
import { linkedPrincipleId } from "../entities/LinkField.ts"
import { labelOf } from "../entities/Wording.ts"
import type { TeamChange } from "../events/EventDefinition.ts"
import type { RestoreData } from "../events/RestoreData.ts"
import { changedTeamIds, restorable, teamLimitRefusal, withOtherTeams } from "../events/RestoreEvent.ts"
import { restorationOf } from "../events/TeamRestore.ts"
import { runAllSteps } from "../Steps.ts"
import {
  type ComparedValue,
  changesBetween,
  type EntityChange,
  historyValues,
  type ValuesOf
} from "../state/EntityChanges.ts"
import { type State, teamIn } from "../state/State.ts"
import { entityIn } from "../state/Targets.ts"

/** Entities beyond this number are counted but not listed. */
export const maxListedEntities = 500

/** The listed entities take at most this many characters of JSON; the others are only counted. */
const maxListedCharacters = 1_000_000

const FieldChange = Schema.Struct({
  name: described(
    "The field as in histories, but a placement, a definition and a check-in are split into parts",
    Schema.String
  ),
  principle: described(
    "The title of the linked principle; null unless the field is a link",
    Schema.NullOr(Schema.String)
  ),
  current: described("The value now, as text; null if it is not set", Schema.NullOr(Schema.String)),
  restored: described("The value after the restore, as text; null if it would not be set", Schema.NullOr(Schema.String))
}).annotate({ identifier: "RestoredField" })

const PreviewEntity = Schema.Struct({
  entityId: described("The entity", EntityId),
  entityType: described("The type of the entity", EntityType),
  teamId: described("The team it belongs to", EntityId),
  title: described("Its present title or name; the former one if it would come back", Schema.String),
  kind: described("Whether it would change, come back, or be removed", Schema.Literals(["changes", "returns", "goes"])),
  fields: described(
    unlimited("The fields that would differ in an entity that changes", "as many as it has fields and links"),
    Schema.Array(FieldChange)
  )
}).annotate({ identifier: "RestoredEntity" })
type PreviewEntity = typeof PreviewEntity.Type

const Total = Schema.Struct({
  entityType: described("The type of the entities", EntityType),
  changes: described("The number of entities that would change", Schema.Int),
  returns: described("The number of entities that would come back", Schema.Int),
  goes: described("The number of entities that would be removed", Schema.Int)
}).annotate({ identifier: "RestoredTotal" })

export const RestorePreview = Schema.Struct({
  sequenceNumber: described("The event to restore to", SequenceNumber),
  latestSequence: LatestPosition,
  rejectionReason: described(
    "The reason for which the restore would be rejected; null if it would not",
    Schema.NullOr(Schema.String)
  ),
  totals: described("The numbers of entities that would change, by type", listOf(Total, EntityType.literals.length)),
  entities: described(
    "The first entities that would change, fewer if their texts are long",
    listOf(PreviewEntity, maxListedEntities)
  )
}).annotate({ identifier: "RestorePreview" })
export type RestorePreview = typeof RestorePreview.Type

/** Placements, definitions and check-ins in their parts; a group by its name, check-ins by their number. */
const shownValues: ValuesOf = {
  ...historyValues,
  objective: (objective, position) => ({
    ...historyValues.objective(objective, position, undefined),
    status: objective.status,
    statusNote: objective.statusNote
  }),
  initiative: (initiative, position, objective) => ({
    ...editedValuesOf("initiative", initiative),
    group: objective?.groups.find(({ id }) => id === initiative.groupId)?.name ?? "",
    position
  }),
  progress: (measure) => ({
    ...editedValuesOf("progress", measure),
    ...partValuesOf("progress", measure),
    ...checkInValuesOf(measure),
    checkIns: measure.checkIns.length
  })
}

/** A link is set or not set. */
const textOf = (value: ComparedValue): string | null =>
  value === false ? null : value === null || typeof value === "string" ? (value ?? "") : JSON.stringify(value)

const entityTypes = EntityType.literals

const totalsOf = (entities: ReadonlyArray<PreviewEntity>): RestorePreview["totals"] =>
  entityTypes.flatMap((entityType) => {
    const counts = { changes: 0, returns: 0, goes: 0 }
    const alike = entities.filter((entity) => entity.entityType === entityType)
    for (const { kind } of alike) counts[kind] += 1
    return alike.length === 0 ? [] : [{ entityType, ...counts }]
  })

const withinListLimits = (entities: ReadonlyArray<PreviewEntity>): ReadonlyArray<PreviewEntity> => {
  let characters = 0
  return entities.slice(0, maxListedEntities).filter((entity) => {
    characters += JSON.stringify(entity).length
    return characters <= maxListedCharacters
  })
}

const kinds = { changed: "changes", went: "returns", came: "goes" } as const

const labelIn = (state: State, type: Touched["entityType"], id: EntityId): string | undefined => {
  const entity = entityIn(state, type, id)
  return entity && labelOf(type, entity)
}

/** How the restore would change a touched entity. `changes` lead from the restored team back to the present one. */
const previewEntity = (
  teamId: EntityId,
  { entityId, entityType }: Touched,
  changes: ReadonlyMap<EntityId, EntityChange>,
  titleOf: (type: Touched["entityType"], id: EntityId) => string
): PreviewEntity => {
  const change = changes.get(entityId)
  const fields = (change?.fields ?? []).map(({ field: name, before, after }) => {
    const principleId = linkedPrincipleId(name)
    const principle = principleId === undefined ? null : titleOf("principle", principleId)
    const shown = (value: ComparedValue) =>
      name === "parent" && value !== null ? titleOf("objective", value as EntityId) : textOf(value)
    return { name, principle, current: shown(after), restored: shown(before) }
  })
  const title = change?.title ?? titleOf(entityType, entityId)
  // Of a principle perhaps only the links change.
  return { entityId, entityType, teamId, title, kind: kinds[change?.kind ?? "changed"], fields }
}

/**
 * What a restore to `then` would change in this state. Each step handles one team, so no step takes longer than the largest
 * possible team does.
 */
export function* restorePreviewSteps(
  state: State,
  data: RestoreData,
  earlier: State
): Generator<undefined, RestorePreview> {
  const then = restorable(state, earlier, data.teamId)
  const refusal = teamLimitRefusal(state, then, data.teamId)
  const frame = {
    sequenceNumber: data.sequenceNumber,
    latestSequence: state.sequenceNumber,
    rejectionReason: refusal && rejectionText(refusal)
  }
  if (refusal !== null) return { ...frame, totals: [], entities: [] }
  // The actor and the time do not matter for what is restored.
  const stamp = { sequenceNumber: state.sequenceNumber + 1, timestamp: "", actorName: "", lastSeenSequence: null }
  const titleOf = (type: Touched["entityType"], id: EntityId) =>
    labelIn(state, type, id) ?? labelIn(then, type, id) ?? ""
  const entities: Array<PreviewEntity> = []
  const teams: Array<TeamChange> = []

  function* add({ id, team }: TeamChange, touched: ReadonlyArray<Touched>): Generator<undefined, void> {
    yield
    const changes = changesBetween(team ?? undefined, teamIn(state, id), shownValues)
    yield
    const byId = new Map(changes.map((change) => [change.id, change]))
    for (const each of touched) entities.push(previewEntity(id, each, byId, titleOf))
  }

  for (const id of changedTeamIds(state, then, data.teamId)) {
    yield
    const restoration = restorationOf(teamIn(state, id), teamIn(then, id), stamp)
    if (restoration === null) continue
    teams.push({ id, team: restoration.team })
    yield* add({ id, team: restoration.team }, restoration.touched)
  }
  if (data.teamId !== undefined && teams.length > 0) {
    const all = withOtherTeams(state, { teams, touched: [] }, then, data.teamId, stamp)
    const teamOf = ({ entityId }: Touched) => Option.getOrUndefined(HashMap.get(state.entities, entityId))?.teamId
    for (const each of all.teams.slice(teams.length)) {
      yield* add(
        each,
        all.touched.filter((touched) => teamOf(touched) === each.id)
      )
    }
  }
  return { ...frame, totals: totalsOf(entities), entities: withinListLimits(entities) }
}

export const restorePreview = (state: State, data: RestoreData, then: State): RestorePreview =>
  runAllSteps(restorePreviewSteps(state, data, then))
