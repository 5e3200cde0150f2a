import type { FieldRow } from "./FieldRow.ts"
import * as Limits from "./Limits.ts"
import type { Role } from "./Roles.ts"

export interface EntityRow {
  readonly noun: string
  readonly parent: "team" | "objective" | null
  /** The largest number of these entities per parent, or in all if the type has no parent. */
  readonly limit: number
  /** The lowest role that may create, edit and delete one. */
  readonly role: Role
  /** The field by which people recognise the entity. */
  readonly label: string
  /**
   * This order is that of the state's canonical text, of views and of history. A field added later needs an `initial`
   * value, which older events are read with; older checkpoints are then skipped, and the log is replayed.
   */
  readonly fields: Readonly<Record<string, FieldRow>>
  /** The name of the edit that changes its position among its siblings. */
  readonly moves?: "position" | "placement"
  /** The names of the edits that link it to other entities. */
  readonly links?: ReadonlyArray<string>
}

const title = { form: "line", noun: "title", description: "Its title", maxLength: Limits.titleLength } as const
const name = { form: "line", noun: "name", description: "Its name", maxLength: Limits.nameLength } as const
const description = {
  form: "lines",
  noun: "description",
  description: "Its description, plain text; may be empty",
  maxLength: Limits.descriptionLength,
  initial: ""
} as const

const owner = {
  form: "line",
  noun: "owner",
  description: "The person or role that answers for it, as text; may be empty",
  maxLength: Limits.ownerLength,
  initial: ""
} as const

/** The edits that entities share: their event type names no entity. */
export const sharedEdits = ["description", "owner", "position"] as const

/** Parents come before their children. The event types are listed in this order in the API's contract. */
export const entities = {
  team: {
    noun: "team",
    parent: null,
    limit: Limits.teams,
    role: "admin",
    label: "name",
    fields: { name, color: { form: "color", noun: "colour", description: "The team's colour" } }
  },
  principle: {
    noun: "principle",
    parent: "team",
    limit: Limits.perTeam.principles,
    role: "editor",
    label: "title",
    fields: { title, description },
    moves: "position"
  },
  objective: {
    noun: "objective",
    parent: "team",
    limit: Limits.perTeam.objectives,
    role: "editor",
    label: "title",
    fields: {
      title,
      description,
      status: { form: "objectiveStatus", noun: "status", description: "The status its team has set", initial: "draft" },
      statusNote: {
        form: "lines",
        noun: "status note",
        description: "Why its status is what it is, as said with the status; may be empty",
        maxLength: Limits.noteLength,
        initial: "",
        partOf: "status"
      },
      owner,
      startDate: {
        form: "date",
        noun: "start date",
        description: "The day on which work begins; null for none",
        initial: null,
        edit: "dates"
      },
      dueDate: {
        form: "date",
        noun: "due date",
        description: "Its due date; null for none",
        initial: null,
        edit: "dates"
      }
    },
    moves: "position",
    links: ["principle_link", "parent"]
  },
  group: {
    noun: "group",
    parent: "objective",
    limit: Limits.perObjective.groups,
    role: "editor",
    label: "name",
    fields: { name }
  },
  initiative: {
    noun: "initiative",
    parent: "objective",
    limit: Limits.perObjective.initiatives,
    role: "editor",
    label: "title",
    fields: {
      title,
      status: { form: "initiativeStatus", noun: "status", description: "Its status", initial: "planned" },
      owner
    },
    moves: "placement"
  },
  progress: {
    noun: "measure",
    parent: "objective",
    limit: Limits.perObjective.progress,
    role: "editor",
    label: "name",
    fields: {
      name: { ...name, partOf: "definition" },
      unit: {
        form: "line",
        noun: "unit",
        description: "The unit of its values, such as `%`; may be empty",
        maxLength: Limits.unitLength,
        initial: "",
        partOf: "definition"
      },
      start: { form: "quantity", noun: "start", description: "The value at the start", partOf: "definition" },
      target: { form: "quantity", noun: "target", description: "The value to reach", partOf: "definition" },
      // A creation without a value uses `start`. The edit is a check-in, which has `checkInFields` too, or a correction
      // of the parts of `definition`.
      value: { form: "quantity", noun: "check-in", description: "The value of the latest check-in", initial: 0 }
    }
  }
} as const satisfies Record<string, EntityRow>

/** The fields of a check-in besides the value. */
export const checkInFields = {
  confidence: {
    form: "confidence",
    noun: "confidence",
    description: "The team's confidence to reach the target, from 0 to 10; null if not given",
    initial: null
  },
  note: {
    form: "lines",
    noun: "note",
    description: "A note on the check-in; may be empty",
    maxLength: Limits.noteLength,
    initial: ""
  }
} as const satisfies Record<string, FieldRow>

export type EntityType = keyof typeof entities
