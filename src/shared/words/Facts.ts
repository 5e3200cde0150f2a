import type { EntityType } from "../Entities.ts"
import type { Rule } from "./Rules.ts"

/** Another entity that a fact names, with the title or name that it had then. */
interface Named {
  readonly id: string
  readonly title: string
}

/** What was so at the time of an event: about its own entity, or what a restore went back to. */
export type EventFact =
  | {
      readonly code: "subject"
      /** The title or name right after the event, or right before a deletion; null if nothing has it any more. */
      readonly title: string | null
      /** The team of a principle or objective, the objective of anything in one; null for a team. */
      readonly parent: Named | null
      /** Of a measure; null for others. */
      readonly unit: string | null
      /** The principle that was linked or unlinked. */
      readonly principle?: Named
      /** The groups of an initiative that was moved; null outside of a group. */
      readonly groups?: { readonly before: Named | null; readonly after: Named | null }
      /** The objectives that one with another parent supported and supports now; null for none. */
      readonly parents?: { readonly before: Named | null; readonly after: Named | null }
      /** The check-in that was taken out. */
      readonly checkIn?: { readonly value: number; readonly date: string }
    }
  | {
      readonly code: "restored"
      /** The team that was restored; null for the whole strategy. */
      readonly team: Named | null
      /** When the event happened that it went back to; null for the state before the first one. */
      readonly timestamp?: string | null
    }

/** How an event affected another entity than its own. */
export const effectCodes = [
  "deleted_with",
  "unlinked_by_deletion",
  "ungrouped",
  "part_deleted",
  "linked",
  "unlinked",
  "removed_by_restore",
  "returned_by_restore",
  "changed_by_restore",
  "returned_with",
  "linked_by_return",
  "grouped_by_return",
  "supported",
  "unsupported",
  "parent_deleted",
  "supports_by_return"
] as const

export type EffectCode = (typeof effectCodes)[number]

/** A value of `data` that breaks a rule; `key` is null for the data as a whole. */
export type Fault = Rule & { readonly key: string | null }

/** What is wrong with a `targetId`. */
export const targetProblems = ["not_taken", "missing", "unknown", "other_type", "deleted"] as const

/** Why something cannot be restored or brought back. */
export const restoreProblems = [
  "beyond_latest",
  "not_before_latest",
  "not_a_team",
  "unknown",
  "other_type",
  "not_deleted",
  "other_parent",
  "not_there_then",
  "state_unavailable"
] as const

/** Why a submission was rejected. */
export type Rejection =
  | {
      readonly code: "conflict"
      /** The event that changed it. */
      readonly sequenceNumber: number
      readonly type: EntityType
      readonly id: string | null
      readonly title: string | null
      /** As histories name it; null if it is not known. */
      readonly field: string | null
      /** Who changed it and when; null if that is not known. */
      readonly actorName?: string | null
      /** What that user is called now; null if nobody has said. */
      readonly actorDisplayName?: string | null
      readonly timestamp?: string | null
    }
  | {
      readonly code: "unknown_target"
      readonly problem: (typeof targetProblems)[number]
      readonly wanted: EntityType | null
      readonly others?: ReadonlyArray<EntityType>
      readonly found: EntityType | null
    }
  | { readonly code: "ahead"; readonly latest: number }
  | { readonly code: "in_use" }
  | { readonly code: "limit"; readonly of: EntityType | "linked_principle" | "objective_level"; readonly limit: number }
  | {
      readonly code: "not_restorable"
      readonly problem: (typeof restoreProblems)[number]
      readonly type: EntityType | null
      readonly found: EntityType | null
      /** The latest event, or the one to go back to. */
      readonly sequenceNumber: number | null
    }
  | { readonly code: "invalid_data"; readonly faults: ReadonlyArray<Fault> }

export type RejectionCode = Rejection["code"]
