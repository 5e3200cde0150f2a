import { entities } from "../../src/shared/Entities.ts"

/**
 * Runs in its own process, where every entity has an additional field. It prints, by entity type, how the field appears
 * in everything that is derived from the table. The row is added before any module that reads the table is loaded.
 */
const motto = { form: "line", noun: "motto", maxLength: 40, initial: "" }
for (const { fields } of Object.values(entities)) Object.assign(fields, { motto })

const { Array, Option, Result } = await import("effect")
const { historyEntry, teamOfEvent: teamOf } = await import("../../src/domain/views/History.ts")
const { eventTable } = await import("../../src/domain/events/EventTable.ts")
const { changesBetween } = await import("../../src/domain/state/EntityChanges.ts")
const { restorePreview } = await import("../../src/domain/views/RestorePreview.ts")
const { findTeam } = await import("../../src/domain/state/State.ts")
const { fromParts, toParts } = await import("../../src/domain/state/StateCodec.ts")
const { contentOf } = await import("./Content.ts")
const { objectivesView, objectiveView, principlesView, teamList } = await import("../../src/domain/views/Views.ts")
const { eventTypes } = await import("../../src/shared/EventTypes.ts")
const { kindOfEvent } = await import("../../src/shared/FieldEdits.ts")
const { dataOf, field } = await import("../../src/web/workspace/Field.ts")
const { field: fieldLabel } = await import("../../src/web/features/history/HistoryTexts.ts")
const { eventOf, example: house, id, stateAfter: reached } = await import("./ExampleStrategy.ts")
const { reasonOf, sentenceOf } = await import("./Sentences.ts")

type State = typeof house

/** The mottos of all objects with this id, at any depth. */
const mottosIn = (value: unknown, entityId: string): ReadonlyArray<unknown> => {
  if (typeof value !== "object" || value === null) return []
  const own = "id" in value && value.id === entityId && "motto" in value ? [value.motto] : []
  return [...own, ...Object.values(value).flatMap((part) => mottosIn(part, entityId))]
}

const viewsOf = (state: State) => {
  const team = Option.getOrThrow(findTeam(state, id.team))
  return {
    list: [teamList(state), principlesView(team), objectivesView(team)],
    one: Array.getSomes(team.objectives.map((objective) => objectiveView(team, objective.id)))
  }
}

const edits = eventTypes.filter((eventType) => eventType.endsWith("_motto"))

const found = edits.map((eventType) => {
  const [type] = eventTable[eventType].targets
  if (type === undefined) return { eventType }
  const targetId = id[type]
  const ask = { eventType, targetId, data: { motto: "  Onwards " } }
  const event = eventOf(house, ask)
  const state = reached(house, ask)
  const team = Option.getOrThrow(findTeam(state, id.team))
  const back = { eventType: "restore_history", data: { sequenceNumber: house.sequenceNumber } } as const
  const preview = restorePreview(state, back.data, house)
  const again = eventOf(state, { ...ask, data: { motto: "Back" } })
  const { fieldName, oldValue, newValue } = historyEntry(again, {
    touched: null,
    own: null,
    teamId: teamOf(again, state)
  })
  const kind = kindOfEvent({ eventType, entityType: type, fieldName: "motto" })
  return {
    type,
    role: eventTable[eventType].role,
    before: mottosIn(
      toParts(house).teams.map((text) => JSON.parse(text)),
      targetId
    ),
    description: sentenceOf(house, event),
    tooLong: reasonOf(eventOf(house, { ...ask, data: { motto: "x".repeat(41) } })),
    conflict: eventOf(state, { ...ask, data: { motto: "Back" }, lastSeenSequence: 1 }).conflictingServerValue,
    views: [...new Set(mottosIn(viewsOf(state), targetId))],
    text: mottosIn(
      toParts(state).teams.map((text) => JSON.parse(text)),
      targetId
    ),
    isReadAgain: toParts(Result.getOrThrow(fromParts(toParts(state)))).teams.join() === toParts(state).teams.join(),
    changes: changesBetween(Option.getOrUndefined(findTeam(house, id.team)), team).map(({ id, fields }) => [
      id === targetId,
      fields
    ]),
    preview: preview.entities.map(({ entityId, kind, fields }) => ({ isIt: entityId === targetId, kind, fields })),
    isRestored: JSON.stringify(contentOf(reached(state, back))) === JSON.stringify(contentOf(house)),
    history: [fieldName, oldValue, newValue],
    page: [kind, kind && dataOf(field(kind, id.team, targetId), "Up"), fieldLabel("motto")]
  }
})

console.log(JSON.stringify(found))
