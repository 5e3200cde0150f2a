import { HashMap, Option } from "effect"
import type { LeftCode, LeftSubject } from "../../shared/words/LeftChanges.ts"
import { decide } from "../Decide.ts"
import type { Submission } from "../Event.ts"
import { evolve } from "../Evolve.ts"
import { EntityId, UserId } from "../entities/Ids.ts"
import { includesRole, type Role } from "../entities/Role.ts"
import { labelOf } from "../entities/Wording.ts"
import { eventTable } from "../events/EventTable.ts"
import { removalOf } from "../Removals.ts"
import type { EntityRef, State } from "../state/State.ts"
import { type Located, locate } from "./FieldData.ts"
import type { InverseSubmission } from "./Inverse.ts"
import type { OwnChanges, Restored } from "./OwnChanges.ts"

/** A submission, the earlier state that it goes back to, and what it is about. */
interface Planned {
  readonly submission: InverseSubmission
  readonly subject: LeftSubject
  readonly earlier?: State | undefined
}

/** A change that stays; `later` is the event in the way. */
export interface Left {
  readonly sequenceNumber: number
  readonly code: LeftCode
  readonly subject: LeftSubject
  readonly later?: number | null | undefined
}

const nobody = "00000000-0000-0000-0000-000000000000"
const sender = {
  submissionId: nobody,
  freshId: EntityId.make(nobody),
  actorId: UserId.make(nobody),
  actorName: "",
  // Any day may be that of a check-in that comes back.
  today: "9999-12-31",
  timestamp: "1970-01-01T00:00:00.000Z"
}

/** The submissions that take changes back, each decided as the planner will if nobody is faster, and the changes that stay. */
export class InversePlan {
  readonly now: State
  readonly changes: OwnChanges
  /** The state after the submissions so far. */
  state: State
  readonly submissions: Array<InverseSubmission> = []
  readonly left: Array<Left> = []
  /** The entities that a deletion is planned for. */
  readonly going = new Set<EntityId>()
  readonly #role: Role

  constructor(changes: OwnChanges, role: Role) {
    this.now = changes.now
    this.state = changes.now
    this.changes = changes
    this.#role = role
  }

  get head(): number {
    return this.now.sequenceNumber
  }

  readonly refOf = (id: EntityId): EntityRef | undefined => Option.getOrUndefined(HashMap.get(this.now.entities, id))

  /** Whether an entity goes by a deletion, its own or that of what it is in. */
  isGoing(id: EntityId): boolean {
    const ref = this.refOf(id)
    return ref !== undefined && [id, ref.objectiveId, ref.teamId].some((each) => each !== null && this.going.has(each))
  }

  /** An entity now, or when it went with one of the events. */
  latest(id: EntityId): Located | undefined {
    const life = this.changes.lives.get(id)?.at(-1)
    return locate(this.now, id) ?? (life?.came === false && life.before ? locate(life.before, id) : undefined)
  }

  subject(id: EntityId): LeftSubject {
    const type = this.refOf(id)?.type ?? "team"
    const found = this.latest(id)
    if (found !== undefined) return { type, title: labelOf(type, found.entity) }
    const removal = removalOf(this.now, id)
    return { type, title: removal?.type === type ? removal.title : null }
  }

  mayTake(eventType: Submission["eventType"]): boolean {
    return includesRole(this.#role, eventTable[eventType].role)
  }

  leave(sequenceNumber: number, code: LeftCode, subject: LeftSubject, later?: Left["later"]): void {
    this.left.push({ sequenceNumber, code, subject, later })
  }

  /** Leaves what can only come back into an entity that does not live. */
  leaveWithout(id: EntityId, undoes: number): void {
    const removal = removalOf(this.now, id)?.sequenceNumber
    const isOwn = removal !== undefined && this.changes.isOwn(removal)
    this.leave(undoes, isOwn ? "not_possible" : "deleted_since", this.subject(id), isOwn ? undefined : removal)
  }

  /** Plans a submission, or leaves the change that it would take back. */
  send({ submission, subject, earlier }: Planned): void {
    const { undoes, ...sent } = submission
    const decision = decide(this.state, { ...sender, ...sent, earlier })
    if (!this.mayTake(sent.eventType)) this.leave(undoes, "role_required", subject)
    else if (decision.status === "applied") {
      this.state = evolve(this.state, decision.event).state
      this.submissions.push(submission)
    } else if (decision.status === "rejected") {
      // Only what these submissions themselves have changed can be in conflict with one of them.
      const isOwn = decision.event.rejection?.code === "conflict"
      this.leave(undoes, isOwn ? "needs_return" : "not_possible", subject)
    }
  }

  /** Restores a team, or all, to before an event instead of what the submissions do to it. */
  restore({ by, before, teamId: restoredId }: Restored, teamId: EntityId | undefined): void {
    const isElsewhere = ({ targetId, data }: InverseSubmission): boolean =>
      teamId !== undefined && teamId !== (targetId === null ? data.teamId : this.refOf(targetId)?.teamId)
    const rest = this.submissions.filter(isElsewhere)
    const data = { sequenceNumber: by - 1, ...(teamId !== undefined && { teamId }) }
    const restoring = { eventType: "restore_history", targetId: null, data, lastSeenSequence: this.head } as const
    const { status } = decide(this.now, { ...sender, ...restoring, earlier: before })
    if (status !== "applied" || rest.length === this.submissions.length) return
    if (!this.mayTake("restore_history")) this.leave(by, "role_required", this.subject(restoredId))
    else this.submissions.splice(0, this.submissions.length, { undoes: by, ...restoring }, ...rest)
  }
}
