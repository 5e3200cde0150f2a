import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { EffectCode, type EventFact } from "../../src/domain/Fact.ts"
import { Rejection, RejectionCode } from "../../src/domain/Rejection.ts"
import { oldRejection } from "../../src/log/maintenance/OldRejections.ts"
import { eventText } from "../../src/shared/words/Events.ts"
import { rejectionText } from "../../src/shared/words/Rejections.ts"
import { type Rule, ruleText } from "../../src/shared/words/Rules.ts"
import { hasValuesApart, type SaidEvent, valueSentence } from "../../src/shared/words/ValueSentences.ts"
import { entityId } from "./Commands.ts"

const grow = { id: entityId(1), title: "Cut time to quote" }
const listen = { id: entityId(2), title: "Listen" }
const [now, later] = [
  { id: entityId(3), title: "Now" },
  { id: entityId(4), title: "Later" }
]

const subject = (title: string, rest: Partial<Extract<EventFact, { code: "subject" }>> = {}): EventFact => ({
  ...{ code: "subject", title, parent: null, unit: null },
  ...rest
})

const said = (of: Partial<SaidEvent> & Pick<SaidEvent, "eventType">): SaidEvent => ({
  ...{ entityType: null, status: "applied", data: {}, fieldName: null, oldValue: null, newValue: null },
  ...{ fact: null, effect: null },
  ...of
})

const checkIn = said({
  eventType: "update_progress_value",
  entityType: "progress",
  fieldName: "value",
  data: { value: 10.7, confidence: null, note: "" },
  oldValue: "11.3",
  newValue: "10.7",
  fact: subject("Cycle time", { parent: grow, unit: "days" })
})

const definition = (name: string, target: number) => JSON.stringify({ name, unit: "days", start: 20, target })

const correction = said({
  ...{ eventType: "update_progress_value", entityType: "progress", fieldName: "definition" },
  data: { name: "Pace", unit: "days", start: 20, target: 5 },
  oldValue: definition("Cycle time", 10),
  newValue: definition("Pace", 5),
  fact: subject("Pace", { parent: grow, unit: "days" })
})

const placement = (position: number, groupId: string | null) => JSON.stringify({ groupId, position })

const move = (before: typeof now | null, after: typeof now | null): SaidEvent =>
  said({
    ...{ eventType: "update_initiative_placement", entityType: "initiative", fieldName: "placement" },
    data: { groupId: after?.id ?? null, position: 1 },
    oldValue: placement(0, before?.id ?? null),
    newValue: placement(1, after?.id ?? null),
    fact: subject("Ask", { parent: grow, groups: { before, after } })
  })

const status = said({
  ...{ eventType: "update_objective_status", entityType: "objective", fieldName: "status" },
  data: { status: "at_risk" },
  oldValue: "on_track",
  newValue: "at_risk",
  fact: subject("Cut time to quote", { parent: listen })
})

const restore = (fact: EventFact, sequenceNumber = 7) =>
  said({ eventType: "restore_history", data: { sequenceNumber }, fact })

const restoredTeam = restore({
  ...{ code: "restored", team: { id: entityId(9), title: "North" } },
  timestamp: "2026-11-25T10:19:00.000Z"
})

const supporting = (parents: { readonly before: typeof listen | null; readonly after: typeof listen | null }) =>
  said({
    ...{ eventType: "update_objective_parent", entityType: "objective", fieldName: "parent" },
    fact: subject("Cut time to quote", { parents })
  })

const parent = supporting({ before: null, after: listen })

const retract = said({
  ...{ eventType: "update_progress_value", entityType: "progress", fieldName: "value", data: { retract: 3 } },
  ...{ oldValue: "10.7", newValue: "11.3" },
  fact: { ...checkIn.fact, checkIn: { value: 10.7, date: "2027-03-01" } } as EventFact
})

const same = (sentence: string) => [sentence, sentence] as const

/** Sentences with and without values; those of every other event type are in `Applied`. */
const sentences: ReadonlyArray<readonly [SaidEvent, string, string]> = [
  [
    checkIn,
    "checked in “Cycle time” of “Cut time to quote”: 11.3 → 10.7 days",
    "checked in “Cycle time” of “Cut time to quote”"
  ],
  [
    correction,
    "corrected measure “Cycle time” to “Pace” of “Cut time to quote”: from 20 to 10 days, now from 20 to 5 days",
    "corrected measure “Cycle time” of “Cut time to quote”"
  ],
  [move(now, now), "moved initiative “Ask” from position 1 to 2", "moved initiative “Ask”"],
  [move(now, later), "moved initiative “Ask” to group “Later”", "moved initiative “Ask” to group “Later”"],
  [move(now, null), "moved initiative “Ask” out of group “Now”", "moved initiative “Ask” out of group “Now”"],
  [
    status,
    "changed the status of objective “Cut time to quote” from on track to at risk",
    "changed the status of objective “Cut time to quote”"
  ],
  [parent, ...same("made objective “Cut time to quote” support “Listen”")],
  [
    supporting({ before: grow, after: listen }),
    ...same("made objective “Cut time to quote” support “Listen” instead of “Cut time to quote”")
  ],
  [
    supporting({ before: listen, after: null }),
    ...same("made objective “Cut time to quote” no longer support “Listen”")
  ],
  [retract, ...same("took back a check-in of “Cycle time” of “Cut time to quote”: 10.7 days on 1 Mar 2027")],
  [
    { ...checkIn, data: { ...checkIn.data, date: "2027-03-01" } },
    ...same("checked in “Cycle time” of “Cut time to quote” for 1 Mar 2027: 10.7 days")
  ],
  [
    said({
      ...{ eventType: "create_initiative", entityType: "initiative", data: { id: entityId(5), asOf: 4 } },
      fact: subject("Ask", { parent: grow })
    }),
    "brought back initiative “Ask” in “Cut time to quote”",
    "brought back initiative “Ask” in “Cut time to quote”"
  ],
  [restoredTeam, "restored team “North” to 25 Nov 2026, 10:19 UTC", "restored team “North” to 25 Nov 2026, 10:19 UTC"],
  [
    restore({ code: "restored", team: null }, 0),
    "restored the whole strategy to its beginning",
    "restored the whole strategy to its beginning"
  ]
]

const deletion = said({
  eventType: "delete_objective",
  entityType: "objective",
  fact: subject("Cut time to quote", { parent: listen })
})
const link = said({
  ...{ eventType: "update_objective_principle_link", entityType: "objective", data: { linked: true } },
  fact: subject("Cut time to quote", { principle: listen })
})

/** What each effect says in the history of the entity that it touched. */
const effects: { readonly [C in typeof EffectCode.Type]: readonly [SaidEvent, string] } = {
  deleted_with: [deletion, "removed this by deleting objective “Cut time to quote”"],
  unlinked_by_deletion: [deletion, "unlinked this by deleting objective “Cut time to quote”"],
  ungrouped: [
    said({ eventType: "delete_group", entityType: "group", fact: subject("Now", { parent: grow }) }),
    "ungrouped this by deleting group “Now”"
  ],
  part_deleted: [deletion, "deleted objective “Cut time to quote”"],
  linked: [link, "linked this to objective “Cut time to quote”"],
  unlinked: [{ ...link, data: { linked: false } }, "unlinked this from objective “Cut time to quote”"],
  removed_by_restore: [restoredTeam, "removed this by restoring team “North” to 25 Nov 2026, 10:19 UTC"],
  returned_by_restore: [restoredTeam, "brought this back by restoring team “North” to 25 Nov 2026, 10:19 UTC"],
  changed_by_restore: [restoredTeam, "changed this by restoring team “North” to 25 Nov 2026, 10:19 UTC"],
  returned_with: [
    said({ eventType: "create_objective", entityType: "objective", fact: subject("Cut time to quote") }),
    "brought this back with objective “Cut time to quote”"
  ],
  linked_by_return: [
    said({ eventType: "create_principle", entityType: "principle", fact: subject("Listen") }),
    "linked this again by bringing back principle “Listen”"
  ],
  grouped_by_return: [
    said({ eventType: "create_group", entityType: "group", fact: subject("Now") }),
    "grouped this again by bringing back group “Now”"
  ],
  supported: [parent, "made objective “Cut time to quote” support this"],
  unsupported: [parent, "made objective “Cut time to quote” no longer support this"],
  parent_deleted: [deletion, "left this without a parent by deleting objective “Cut time to quote”"],
  supports_by_return: [
    said({ eventType: "create_objective", entityType: "objective", fact: subject("Cut time to quote") }),
    "made this support objective “Cut time to quote” again by bringing it back"
  ]
}

const conflict = { code: "conflict", sequenceNumber: 7, type: "objective", id: grow.id, title: grow.title } as const
const unknown = { code: "unknown_target", wanted: "objective", found: null } as const
const unrestorable = { code: "not_restorable", type: "group", found: null, sequenceNumber: 9 } as const

/** Rejections, what they say, and the sentence that version 1 kept for them; null where it said less. */
const rejections: ReadonlyArray<readonly [Rejection, string, string | null]> = [
  [
    { ...conflict, field: "title", actorName: "Ada", timestamp: "2026-11-25T10:19:00.000Z" },
    "Ada had already changed the title of objective “Cut time to quote”",
    null
  ],
  [{ ...conflict, field: null }, "somebody had already changed objective “Cut time to quote”", null],
  [
    { ...conflict, id: null, field: null },
    "somebody had already changed objective “Cut time to quote”",
    "conflict: objective 'Cut time to quote' was changed by event 7"
  ],
  [
    { ...conflict, title: null, field: "dueDate" },
    "somebody had already changed the due date",
    "conflict: this was changed by event 7, after event 3 that was last seen"
  ],
  [{ ...conflict, type: "progress", field: "value", actorName: "Ada" }, "Ada had already checked in", null],
  [{ ...unknown, problem: "not_taken", wanted: null }, "this event takes no targetId", "this event takes no targetId"],
  [{ ...unknown, problem: "missing", wanted: null }, "targetId is required", "targetId is required"],
  [
    { ...unknown, problem: "unknown" },
    "targetId does not name an objective: no entity has this id",
    "targetId does not name an objective: no entity has this id"
  ],
  [
    { ...unknown, problem: "other_type", found: "progress" },
    "targetId names a measure, not an objective",
    "targetId names a progress measure, not an objective"
  ],
  [
    { ...unknown, problem: "deleted", found: "objective" },
    "the objective was deleted",
    "targetId names an objective that was deleted"
  ],
  [
    { code: "ahead", latest: 8 },
    "lastSeenSequence is beyond the latest event, 8",
    "lastSeenSequence is beyond the latest event, 8"
  ],
  [{ code: "in_use" }, "id is already in use", "id is already in use"],
  [{ code: "limit", of: "team", limit: 500 }, "the limit of 500 teams is reached", "the limit of 500 teams is reached"],
  [
    { code: "limit", of: "progress", limit: 20 },
    "the limit of 20 measures per objective is reached",
    "the limit of 20 progress measures per objective is reached"
  ],
  [
    { code: "limit", of: "linked_principle", limit: 20 },
    "the limit of 20 linked principles per objective is reached",
    "the limit of 20 linked principles per objective is reached"
  ],
  [
    { ...unrestorable, problem: "beyond_latest", type: null },
    "asOf is beyond the latest event, 9",
    "asOf is beyond the latest event, 9"
  ],
  [
    { ...unrestorable, problem: "not_before_latest", type: null },
    "sequenceNumber must be below the latest event, 9",
    "sequenceNumber must be below the latest event, 9"
  ],
  [
    { ...unrestorable, problem: "not_a_team", type: null, sequenceNumber: null },
    "teamId does not name a team",
    "teamId does not name a team"
  ],
  [
    { ...unrestorable, problem: "unknown", sequenceNumber: null },
    "id does not name a deleted group: no entity has this id",
    "id does not name a deleted group: no entity has this id"
  ],
  [
    { ...unrestorable, problem: "other_type", found: "objective", sequenceNumber: null },
    "id does not name a deleted group: it is an objective",
    "id does not name a deleted group: it is an objective"
  ],
  [
    { ...unrestorable, problem: "not_deleted", sequenceNumber: null },
    "id does not name a deleted group: this one was not deleted",
    "id does not name a deleted group: this one was not deleted"
  ],
  [
    { ...unrestorable, problem: "other_parent", sequenceNumber: null },
    "id does not name a deleted group of this objective",
    "id does not name a deleted group of this objective"
  ],
  [
    { ...unrestorable, problem: "not_there_then" },
    "the group with this id did not exist at that time",
    "a group with this id did not exist right after event 9"
  ],
  [
    { ...unrestorable, problem: "state_unavailable", type: null },
    "the state of that time is not available",
    "the state after event 9 is not available"
  ],
  [
    {
      code: "invalid_data",
      faults: [
        { key: "title", rule: "length", minimum: 1, maximum: 250 },
        { key: "tilte", rule: "unknown" }
      ]
    },
    "title must have 1 to 250 characters; “tilte” is not known here",
    "title must have 1 to 250 characters; 'tilte' is not known here"
  ],
  [
    { code: "invalid_data", faults: [{ key: null, rule: "two_forms" }] },
    "data must be only one of a check-in, a retract and a correction of the measure",
    "a check-in and a correction of the measure are two events"
  ]
]

const notInVersion1: ReadonlySet<Rule["rule"]> = new Set([
  ...(["day", "no_objective", "circle", "after_due", "before_start", "one_date", "past_day", "no_check_in"] as const),
  "two_forms"
])

/** Every rule, with what it asks for; version 1 used the same words. */
const rules: { readonly [R in Rule["rule"]]: readonly [Rule, string] } = {
  required: [{ rule: "required" }, "is required"],
  unknown: [{ rule: "unknown" }, "is not known here"],
  text: [{ rule: "text" }, "must be text"],
  one_line: [{ rule: "one_line" }, "must be on one line"],
  no_controls: [{ rule: "no_controls" }, "must not contain control characters"],
  visible: [{ rule: "visible" }, "must have a visible character"],
  marks: [{ rule: "marks" }, "must not have more than 30 combining marks in a row"],
  color: [{ rule: "color" }, "must be a colour of the form #rrggbb"],
  date: [{ rule: "date" }, "must be a calendar date of the form YYYY-MM-DD or null"],
  boolean: [{ rule: "boolean" }, "must be true or false"],
  guid: [{ rule: "guid" }, "must be a GUID"],
  guid_or_null: [{ rule: "guid_or_null" }, "must be a GUID or null"],
  object: [{ rule: "object" }, "must be an object"],
  length: [{ rule: "length", minimum: 0, maximum: 20 }, "must have at most 20 characters"],
  choice: [{ rule: "choice", choices: ["planned", "done"] }, "must be one of planned, done"],
  number: [{ rule: "number", minimum: -1e15, maximum: 1e15 }, "must be a number between -1e15 and 1e15"],
  whole_number: [{ rule: "whole_number", minimum: 0, maximum: 3 }, "must be from 0 to 3"],
  whole_number_or_null: [
    { rule: "whole_number_or_null", minimum: 0, maximum: 10 },
    "must be a whole number from 0 to 10 or null"
  ],
  not_in_parent: [{ rule: "not_in_parent", type: "group" }, "does not name a group of the same objective"],
  day: [{ rule: "day" }, "must be a calendar date of the form YYYY-MM-DD"],
  no_objective: [{ rule: "no_objective" }, "does not name an objective"],
  circle: [{ rule: "circle" }, "names the objective itself, or one that supports it"],
  after_due: [{ rule: "after_due" }, "must not be after the due date"],
  before_start: [{ rule: "before_start" }, "must not be before the start date"],
  one_date: [{ rule: "one_date" }, "must have either startDate or dueDate, each of which takes an event of its own"],
  past_day: [
    { rule: "past_day", minimum: "1970-01-01", maximum: "2026-11-29" },
    "must be a day from 1970-01-01 to today, 2026-11-29"
  ],
  no_check_in: [{ rule: "no_check_in", maximum: 100 }, "must be one of the latest 100 check-ins of this measure"],
  equals_start: [{ rule: "equals_start" }, "must differ from start"],
  two_forms: [{ rule: "two_forms" }, "must be only one of a check-in, a retract and a correction of the measure"]
}

describe("Words", () => {
  it.each(sentences)("of an event: $1", (event, whole, short) => {
    assert.strictEqual(eventText(event), whole)
    assert.strictEqual(valueSentence(event, { isWithoutValues: true }) ?? eventText(event), short)
    if (whole !== short) assert.isTrue(hasValuesApart(event))
  })

  it("of a check-in without an earlier value, and with a reader's numbers", () => {
    assert.strictEqual(
      eventText({ ...checkIn, oldValue: null }),
      "checked in “Cycle time” of “Cut time to quote”: 10.7 days"
    )
    const number = (value: number) => String(value).replace(".", ",")
    const formats = { day: String, moment: String, number }
    assert.include(valueSentence(checkIn, { formats }) ?? "", "11,3 → 10,7 days")
  })

  it.each(EffectCode.literals)("of the effect %s", (code) => {
    const [event, sentence] = effects[code]
    assert.strictEqual(eventText({ ...event, effect: code }), sentence)
    assert.isFalse(hasValuesApart({ ...event, effect: code }))
  })

  it("of an attempt name what it was about, and nothing of the values", () => {
    const attempt = (event: SaidEvent) => eventText({ ...event, status: "rejected" })
    assert.strictEqual(attempt(checkIn), "tried to change the check-in of measure “Cycle time”")
    assert.strictEqual(attempt(status), "tried to change the status of objective “Cut time to quote”")
    assert.strictEqual(attempt({ ...status, entityType: "team" }), "tried to change the status of an objective")
    assert.strictEqual(attempt(deletion), "tried to delete objective “Cut time to quote”")
    assert.strictEqual(attempt(said({ eventType: "create_group", data: { asOf: 1 } })), "tried to bring back a group")
    assert.strictEqual(attempt(restoredTeam), "tried to restore an earlier state")
  })

  it("of rejections cover every code", () => {
    const covered = new Set(rejections.map(([{ code }]) => code))
    assert.deepStrictEqual(
      RejectionCode.literals.filter((code) => !covered.has(code)),
      []
    )
    const cases = new Set(rejections.map(([rejection]) => ("problem" in rejection ? rejection.problem : "")))
    assert.strictEqual(cases.size, 13)
  })

  it.each(rejections)("of a rejection, also one that version 1 kept as a sentence: $1", (rejection, text, old) => {
    assert.strictEqual(rejectionText(rejection), text)
    assert.deepStrictEqual(Schema.decodeUnknownSync(Rejection)(JSON.parse(JSON.stringify(rejection))), rejection)
    if (old === null) return
    const { type, id, field } = { ...conflict, field: null, ...rejection }
    const about = { rejectionReason: old, entityType: type, entityId: id, fieldName: field }
    assert.deepStrictEqual(oldRejection(about), rejection)
  })

  it.each(Object.values(rules))("of the rule %o, in version 1 too if it had that", (rule, text) => {
    assert.strictEqual(ruleText(rule), text)
    if (notInVersion1.has(rule.rule)) return
    const about = { entityType: null, entityId: null, fieldName: null }
    assert.deepStrictEqual(oldRejection({ ...about, rejectionReason: `position ${text}` }), {
      code: "invalid_data",
      faults: [{ key: "position", ...rule }]
    })
  })

  it("of an unreadable old sentence say only that data was not valid", () => {
    const about = { entityType: null, entityId: null, fieldName: null }
    const rejection = oldRejection({ ...about, rejectionReason: "something else" })
    assert.strictEqual(rejectionText(rejection), "data is not valid")
  })
})
