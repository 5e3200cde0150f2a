import type { LoggedEvent } from "../../domain/Event.ts"
import type { Fault, Rejection } from "../../domain/Rejection.ts"
import type { EntityType } from "../../domain/state/State.ts"
import { entities } from "../../shared/Entities.ts"
import { entityTypes } from "../../shared/EventTypes.ts"
import type { Rule } from "../../shared/words/Rules.ts"

/**
 * Version 1 kept why a submission was rejected as a sentence only. These are the sentences that it wrote, as patterns. The
 * upgrade of a log reads each once; nothing else does.
 */

type OldEvent = Pick<LoggedEvent, "rejectionReason" | "entityType" | "entityId" | "fieldName">

type Reading = (match: ReadonlyArray<string | undefined>, event: OldEvent) => Rejection | null | undefined

const nouns = new Map<string, EntityType>([
  ...entityTypes.map((type) => [entities[type].noun, type] as const),
  ["progress measure", "progress"]
])

const typeOf = (noun = ""): EntityType | null => nouns.get(noun) ?? null

const target = (problem: "not_taken" | "missing" | "unknown" | "deleted", wanted: EntityType | null): Rejection => ({
  code: "unknown_target",
  problem,
  wanted,
  found: problem === "deleted" ? wanted : null
})

type NotRestorable = Extract<Rejection, { readonly code: "not_restorable" }>

const notRestorable = (problem: NotRestorable["problem"], values: Partial<NotRestorable> = {}): Rejection => ({
  code: "not_restorable",
  problem,
  type: null,
  found: null,
  sequenceNumber: null,
  ...values
})

const readings: ReadonlyArray<readonly [RegExp, Reading]> = [
  [
    /^conflict: this was changed by event (\d+)/,
    ([, number], { entityType, entityId, fieldName }) =>
      entityType === null
        ? undefined
        : {
            code: "conflict",
            sequenceNumber: Number(number),
            type: entityType,
            id: entityId,
            title: null,
            field: fieldName
          }
  ],
  [
    /^conflict: ([a-z ]+) '(.*)' was changed by event (\d+)/s,
    ([, noun, title = "", number], event) => {
      const type = typeOf(noun) ?? event.entityType
      return type && { code: "conflict", sequenceNumber: Number(number), type, id: null, title, field: null }
    }
  ],
  [/^this event takes no targetId/, () => target("not_taken", null)],
  [/^targetId is required/, () => target("missing", null)],
  [/^targetId does not name an? ([a-z ]+): no entity/, ([, noun]) => target("unknown", typeOf(noun))],
  [/^targetId names an? ([a-z ]+) that was deleted/, ([, noun]) => target("deleted", typeOf(noun))],
  [
    /^targetId names an? ([a-z ]+), not an? ([a-z ]+)/,
    ([, found, wanted]) => ({
      code: "unknown_target",
      problem: "other_type",
      wanted: typeOf(wanted),
      found: typeOf(found)
    })
  ],
  [/^lastSeenSequence is beyond the latest event, (\d+)/, ([, latest]) => ({ code: "ahead", latest: Number(latest) })],
  [/^id is already in use/, () => ({ code: "in_use" })],
  [
    /^the limit of (\d+) linked principles/,
    ([, limit]) => ({ code: "limit", of: "linked_principle", limit: Number(limit) })
  ],
  [
    /^the limit of (\d+) ([a-z ]+?)s(?: per [a-z]+)? is reached/,
    ([, limit, noun]) => {
      const of = typeOf(noun)
      return of && { code: "limit", of, limit: Number(limit) }
    }
  ],
  [
    /^asOf is beyond the latest event, (\d+)/,
    ([, at]) => notRestorable("beyond_latest", { sequenceNumber: Number(at) })
  ],
  [
    /^sequenceNumber must be below the latest event, (\d+)/,
    ([, at]) => notRestorable("not_before_latest", { sequenceNumber: Number(at) })
  ],
  [/^teamId does not name a team/, () => notRestorable("not_a_team")],
  [/^id does not name a deleted ([a-z ]+): no entity/, ([, noun]) => notRestorable("unknown", { type: typeOf(noun) })],
  [
    /^id does not name a deleted ([a-z ]+): it is an? ([a-z ]+)/,
    ([, noun, found]) => notRestorable("other_type", { type: typeOf(noun), found: typeOf(found) })
  ],
  [
    /^id does not name a deleted ([a-z ]+): this one/,
    ([, noun]) => notRestorable("not_deleted", { type: typeOf(noun) })
  ],
  [
    /^id does not name a deleted ([a-z ]+) of this/,
    ([, noun]) => notRestorable("other_parent", { type: typeOf(noun) })
  ],
  [
    /^an? ([a-z ]+) with this id did not exist right after event (\d+)/,
    ([, noun, at]) => notRestorable("not_there_then", { type: typeOf(noun), sequenceNumber: Number(at) })
  ],
  [/^the state after event (\d+)/, ([, at]) => notRestorable("state_unavailable", { sequenceNumber: Number(at) })],
  [/^a check-in and a correction/, () => ({ code: "invalid_data", faults: [{ key: null, rule: "two_forms" }] })]
]

/** How version 1 worded the rules that have no values of their own. */
const rulesByText: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ["is required", { rule: "required" }],
  ["is not known here", { rule: "unknown" }],
  ["must be text", { rule: "text" }],
  ["must be on one line", { rule: "one_line" }],
  ["must not contain control characters", { rule: "no_controls" }],
  ["must have a visible character", { rule: "visible" }],
  ["must not have more than 30 combining marks in a row", { rule: "marks" }],
  ["must be a colour of the form #rrggbb", { rule: "color" }],
  ["must be a calendar date of the form YYYY-MM-DD or null", { rule: "date" }],
  ["must be true or false", { rule: "boolean" }],
  ["must be a GUID", { rule: "guid" }],
  ["must be a GUID or null", { rule: "guid_or_null" }],
  ["must be an object", { rule: "object" }],
  ["must differ from start", { rule: "equals_start" }],
  ["must be a number between -1e15 and 1e15", { rule: "number", minimum: -1e15, maximum: 1e15 }],
  ["must be a whole number, 0 or more", { rule: "whole_number", minimum: 0, maximum: null }],
  ["must be a whole number from 0 to 10 or null", { rule: "whole_number_or_null", minimum: 0, maximum: 10 }],
  ["does not name a group of the same objective", { rule: "not_in_parent", type: "group" }],
  ["does not name a principle of the same team", { rule: "not_in_parent", type: "principle" }]
])

const ruleOf = (text: string): Rule | undefined => {
  const known = rulesByText.get(text)
  if (known !== undefined) return known
  const [, least, most] = /^must have (?:at most|(\d+) to) (\d+) characters$/.exec(text) ?? []
  if (most !== undefined) return { rule: "length", minimum: Number(least ?? 0), maximum: Number(most) }
  const [, choices] = /^must be one of (.+)$/.exec(text) ?? []
  if (choices !== undefined) return { rule: "choice", choices: choices.split(", ") }
  const [, from, to] = /^must be from (\d+) to (-?\d+)$/.exec(text) ?? []
  return to === undefined ? undefined : { rule: "whole_number", minimum: Number(from), maximum: Number(to) }
}

/** "title is required", "'titel' is not known here" */
const faultsIn = (reason: string): ReadonlyArray<Fault> =>
  reason.split("; ").flatMap((part): ReadonlyArray<Fault> => {
    const [, quotedKey, plainKey, text = ""] = /^(?:'(.*?)'|(\w+)) (.*)$/s.exec(part) ?? []
    const rule = ruleOf(text)
    return rule === undefined ? [] : [{ key: quotedKey ?? plainKey ?? null, ...rule }]
  })

/** Why an event of version 1 was rejected, as far as its sentence tells. */
export const oldRejection = (event: OldEvent): Rejection => {
  const reason = event.rejectionReason ?? ""
  for (const [pattern, reading] of readings) {
    const match = pattern.exec(reason)
    const rejection = match === null ? undefined : reading(match, event)
    if (rejection !== undefined && rejection !== null) return rejection
  }
  return { code: "invalid_data", faults: faultsIn(reason) }
}
