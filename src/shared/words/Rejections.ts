import type { EntityType } from "../Entities.ts"
import { rowOf } from "../EventTypes.ts"
import { nameOf } from "./ActorName.ts"
import type { Fault, Rejection, RejectionCode } from "./Facts.ts"
import { entityText, fieldNoun, quote, withArticle } from "./Nouns.ts"
import { ruleText } from "./Rules.ts"

type Of<C extends RejectionCode> = Extract<Rejection, { readonly code: C }>

const faultText = (fault: Fault): string => {
  const key = fault.key === null ? "data" : fault.rule === "unknown" ? quote(fault.key) : fault.key
  return `${key} ${ruleText(fault)}`
}

/** "Ada had already changed the title of objective “Win”" */
const conflictText = ({ actorName, actorDisplayName, type, title, field }: Of<"conflict">): string => {
  const who = nameOf({ actorName: actorName ?? "somebody", actorDisplayName })
  if (type === "progress" && field === "value") return `${who} had already checked in`
  const subject = title === null ? "" : ` of ${entityText(type, title)}`
  return field === null
    ? `${who} had already changed ${title === null ? "this" : entityText(type, title)}`
    : `${who} had already changed the ${fieldNoun(type, field)}${subject}`
}

const targetText = ({ problem, wanted, others = [], found }: Of<"unknown_target">): string => {
  const noun = (type: EntityType | null) => (type === null ? "an entity" : withArticle(type))
  const wantedText = [wanted, ...others].map(noun).join(" or ")
  const texts: Readonly<Record<typeof problem, () => string>> = {
    not_taken: () => "this event takes no targetId",
    missing: () => "targetId is required",
    unknown: () => `targetId does not name ${wantedText}: no entity has this id`,
    other_type: () => `targetId names ${noun(found)}, not ${wantedText}`,
    deleted: () => `the ${found === null ? "entity" : rowOf(found).noun} was deleted`
  }
  return texts[problem]()
}

const limitText = ({ of, limit }: Of<"limit">): string => {
  if (of === "linked_principle") return `the limit of ${limit} linked principles per objective is reached`
  if (of === "objective_level") return `the limit of ${limit} levels of objectives is reached`
  const { noun, parent } = rowOf(of)
  return `the limit of ${limit} ${noun}s${parent === null ? "" : ` per ${parent}`} is reached`
}

const notRestorableText = ({ problem, type, found, sequenceNumber }: Of<"not_restorable">): string => {
  const noun = type === null ? "entity" : rowOf(type).noun
  const wanted = `id does not name a deleted ${noun}`
  const texts: Readonly<Record<typeof problem, () => string>> = {
    beyond_latest: () => `asOf is beyond the latest event, ${sequenceNumber}`,
    not_before_latest: () => `sequenceNumber must be below the latest event, ${sequenceNumber}`,
    not_a_team: () => "teamId does not name a team",
    unknown: () => `${wanted}: no entity has this id`,
    other_type: () => `${wanted}: it is ${found === null ? "another entity" : withArticle(found)}`,
    not_deleted: () => `${wanted}: this one was not deleted`,
    other_parent: () => `${wanted} of this ${(type && rowOf(type).parent) ?? "entity"}`,
    not_there_then: () => `the ${noun} with this id did not exist at that time`,
    state_unavailable: () => "the state of that time is not available"
  }
  return texts[problem]()
}

const texts: { readonly [C in RejectionCode]: (rejection: Of<C>) => string } = {
  conflict: conflictText,
  unknown_target: targetText,
  ahead: ({ latest }) => `lastSeenSequence is beyond the latest event, ${latest}`,
  in_use: () => "id is already in use",
  limit: limitText,
  not_restorable: notRestorableText,
  invalid_data: ({ faults }) => (faults.length === 0 ? "data is not valid" : faults.map(faultText).join("; "))
}

/** Why a submission was rejected, as a clause without a full stop. */
export const rejectionText = (rejection: Rejection): string =>
  (texts[rejection.code] as (rejection: Rejection) => string)(rejection)
