import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { EventData, EventType } from "../../../src/domain/Event.ts"
import type { FieldKind, ValueOf } from "../../../src/shared/FieldEdits.ts"
import { request } from "../../support/TestServer.ts"

/** The strategy of the inspected screens: names of maximum length, and one entity of each type that has fields. */

const long =
  "Donaudampfschifffahrtsgesellschaftskapitäne and everybody else reach the harbour without waiting for more than one tide, in any weather"

const unbroken = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz".repeat(3)

const longest = `${long}; ${long}`.slice(0, 250)

export type Ids = Readonly<
  Record<"team" | "principles" | "objectives" | "groups" | "initiatives" | "measures", ReadonlyArray<string>>
>

/** A user's edit of a field. */
interface FieldSample<V> {
  readonly of: keyof Ids
  readonly before: V
  readonly mine: V
  /** For fields whose conflicts only the server detects: the answer that is stored. */
  readonly found?: V
}

const placement = (position: number) => ({ groupId: null, position })

const checkIn = (value: number) => ({ value, confidence: 7, note: long })

const definition = (name: string) => ({ name, unit: "thousand litres", start: 0, target: 1e15 })

/** An edit for every kind of field; the compiler reports a missing kind. */
export const samples: { readonly [K in FieldKind]: FieldSample<ValueOf<K>> } = {
  "team.name": { of: "team", before: "Payments", mine: unbroken.slice(0, 100) },
  "team.color": { of: "team", before: "#000000", mine: "#aa00aa" },
  "principle.title": { of: "principles", before: "Safe", mine: longest },
  "principle.description": { of: "principles", before: "Nothing is lost.", mine: `${longest}\n${unbroken}` },
  "principle.position": { of: "principles", before: 0, mine: 4, found: 2 },
  "objective.title": { of: "objectives", before: "Refunds", mine: `My ${longest}`.slice(0, 250) },
  "objective.description": { of: "objectives", before: "Within a day", mine: `${longest}\n${unbroken}` },
  "objective.status": {
    of: "objectives",
    before: { status: "missed", note: "" },
    mine: { status: "achieved", note: long }
  },
  "objective.owner": { of: "objectives", before: "Ana", mine: longest.slice(0, 100) },
  "objective.startDate": { of: "objectives", before: "2020-01-31", mine: "2031-09-30" },
  "objective.dueDate": { of: "objectives", before: "2031-09-30", mine: "2032-12-31" },
  "objective.position": { of: "objectives", before: 0, mine: 7, found: 3 },
  "objective.principle": { of: "objectives", before: true, mine: true, found: false },
  "objective.parent": { of: "objectives", before: null, mine: null, found: null },
  "group.name": { of: "groups", before: "First", mine: longest.slice(0, 100) },
  "initiative.title": { of: "initiatives", before: "Ask", mine: longest },
  "initiative.status": { of: "initiatives", before: "dropped", mine: "active" },
  "initiative.owner": { of: "initiatives", before: "", mine: unbroken.slice(0, 100) },
  "initiative.placement": { of: "initiatives", before: placement(0), mine: placement(3), found: placement(1) },
  "progress.value": { of: "measures", before: checkIn(1), mine: checkIn(123_456_789_012_345), found: checkIn(2) },
  "progress.definition": { of: "measures", before: definition("Sales"), mine: definition(longest.slice(0, 100)) }
}

export const kinds = Object.keys(samples) as ReadonlyArray<FieldKind>

/** Principles to link; the last one is linked to nothing. */
const principleCount = 22

const kindsOf = (of: keyof Ids): ReadonlyArray<FieldKind> => kinds.filter((kind) => samples[kind].of === of)

/** For each type: an entity with edits of all its fields, one for each field alone, and one without edits. */
const countOf = (of: keyof Ids): number => kindsOf(of).length + 2

export const makeTeam = Effect.fnUntraced(function* (token: string) {
  const ids = { team: [], principles: [], objectives: [], groups: [], initiatives: [], measures: [] } as {
    [of in keyof Ids]: Array<string>
  }
  const send = (eventType: EventType, targetId: string | null, data: EventData) =>
    request("/api/events", { token, body: { eventType, targetId, data } })
  const make = Effect.fnUntraced(function* (
    of: keyof Ids,
    eventType: EventType,
    parent: string | null,
    data: EventData
  ) {
    const id = crypto.randomUUID()
    ids[of].push(id)
    const { text } = yield* send(eventType, parent, { ...data, id })
    assert.include(text, '"applied"', JSON.stringify(data))
    return id
  })
  const team = yield* make("team", "create_team", null, { name: longest.slice(0, 100), color: "#225588" })
  for (let at = 0; at < principleCount; at++) {
    const description = at === 0 ? `${longest}\n\n${unbroken}` : ""
    yield* make("principles", "create_principle", team, { title: at === 1 ? unbroken : `${at} ${long}`, description })
  }
  const statuses = ["on_track", "at_risk", "off_track", "achieved", "missed", "draft"]
  for (let at = 0; at < Math.max(countOf("objectives"), 14); at++) {
    yield* make("objectives", "create_objective", team, {
      title: at === 1 ? unbroken : at % 3 === 0 ? longest : `Objective ${at}`,
      status: statuses[at % statuses.length] ?? "draft",
      dueDate: at % 4 === 3 ? null : "2020-12-30"
    })
  }
  const [first = "", second = ""] = ids.objectives
  yield* send("update_description", first, { description: `${longest}\n\n${unbroken}` })
  for (let at = 0; at < 20; at++) {
    yield* send("update_objective_principle_link", first, { principleId: ids.principles[at] ?? "", linked: true })
  }
  yield* send("update_objective_principle_link", second, { principleId: ids.principles[0] ?? "", linked: true })
  for (let at = 0; at < countOf("groups"); at++) {
    yield* make("groups", "create_group", first, { name: at === 0 ? unbroken.slice(0, 100) : `Group ${at}` })
  }
  for (let at = 0; at < countOf("initiatives"); at++) {
    const title = at === 1 ? unbroken : at % 2 === 0 ? long : `Initiative ${at}`
    yield* make("initiatives", "create_initiative", first, {
      title,
      status: "planned",
      ...(at > 2 && { groupId: ids.groups[0] ?? "" })
    })
  }
  for (const [at, unit] of ["h", "Rindfleischetiketten", ""].entries()) {
    const name = at === 1 ? unbroken.slice(0, 100) : `Measure ${at}`
    const measure = yield* make("measures", "create_progress", first, {
      name,
      unit,
      start: -at * 1e14,
      target: 9.87e14
    })
    for (const value of [1e13, 123_456_789_012_345]) {
      yield* send("update_progress_value", measure, { value, confidence: 10, note: at === 1 ? unbroken : long })
    }
  }
  // Rejected, so that the history shows it with its reason.
  yield* send("update_objective_title", first, { title: unbroken.repeat(2) })
  yield* send("update_objective_title", first, { title: long })
  yield* send("update_objective_title", first, { title: longest })
  yield* send("delete_principle", ids.principles.at(-1) ?? "", {})
  const ofAll: Ids = ids
  return ofAll
})

export type Phase = "unsent" | "waiting" | "conflict" | "refused"

export const reason = `The ${longest} was not taken: ${unbroken}`

/** The text to import: names of maximum length, existing entities, and cells that cannot be read. */
export const spreadsheet = [
  ["Type", "Title", "Due", "Status", "Principles", "Group", "Start", "Target", "Team", "Owner"],
  ["Principle", longest],
  ["Objective", longest, "3/4/2027", "on track", longest],
  ["Group", unbroken.slice(0, 100)],
  ["Initiative", unbroken, "", "done", "", unbroken.slice(0, 100)],
  ["Initiative", `${longest}.`, unbroken, unbroken],
  ["Measure", longest.slice(0, 100), "", "", "", "", "123.456.789.012.345,5", "1"],
  ["Objective", unbroken, "someday", unbroken, "", "", "", "", "South", unbroken],
  [unbroken, long]
]
  .map((row) => row.join("\t"))
  .join("\n")

/** An edit as the page keeps it in the browser's storage. */
const editOf = (kind: FieldKind, phase: Phase, head: number): unknown => {
  const { before, mine, found } = samples[kind]
  // In a conflict the edit began at the start of the log, otherwise now.
  const base = { value: before, sequenceNumber: phase === "conflict" ? 0 : head + 1_000_000 }
  return {
    base,
    mine,
    phase: phase === "refused" ? "refused" : "typing",
    reason: phase === "refused" ? reason : "",
    ...(phase === "waiting" && { sent: { value: mine, lastSeen: head, key: crypto.randomUUID() } }),
    ...(phase === "conflict" && found !== undefined && { found: { value: found, sequenceNumber: head } })
  }
}

/**
 * The edits in the browser's storage: of all fields of the first entity of each type, and of one field of each other
 * entity.
 */
export const keptEdits = (userId: string, ids: Ids, phases: ReadonlyArray<Phase>, head: number) => {
  const kept: Array<readonly [key: string, text: string]> = []
  const keep = (kind: FieldKind, at: number, phase: Phase): void => {
    const entityId = ids[samples[kind].of][at]
    if (entityId === undefined) return
    const pair = kind === "objective.principle" ? ids.principles[20] : ""
    const field = { kind, teamId: ids.team[0], entityId, pair }
    kept.push([
      `strategy.outbox.${userId}.screens.edit ${kind} ${entityId} ${pair}`,
      JSON.stringify({ field, edit: editOf(kind, phase, head) })
    ])
  }
  for (const [index, kind] of kinds.entries()) {
    const [together, alone] = [phases[index % phases.length], phases[(index + 1) % phases.length]]
    // Also alone, since a single notice is placed differently than several.
    if (together !== undefined) keep(kind, 0, together)
    if (alone !== undefined) keep(kind, kindsOf(samples[kind].of).indexOf(kind) + 1, alone)
  }
  return kept
}
