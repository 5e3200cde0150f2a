import { decide } from "../Decide.ts"
import type { Submission } from "../Event.ts"
import { evolve } from "../Evolve.ts"
import { EntityId, UserId } from "../entities/Ids.ts"
import { includesRole, type Role } from "../entities/Role.ts"
import { eventTable } from "../events/EventTable.ts"
import type { State } from "../state/State.ts"
import type { InverseSubmission, LeftCode } from "./Inverse.ts"
import type { LeftSubject } from "./LeftWords.ts"

/** A submission, the earlier state that it goes back to, and what it is about. */
export interface Planned {
  readonly submission: InverseSubmission
  readonly subject: LeftSubject
  readonly earlier?: State | undefined
}

/** A change that stays; `later` is the event in the way, or the entity whose deletion is. */
export interface Left {
  readonly sequenceNumber: number
  readonly code: LeftCode
  readonly subject: LeftSubject
  readonly later?: number | { readonly deletedId: EntityId } | undefined
}

const nobody = "00000000-0000-0000-0000-000000000000"
const sender = {
  submissionId: nobody,
  freshId: EntityId.make(nobody),
  actorId: UserId.make(nobody),
  actorName: "",
  timestamp: "1970-01-01T00:00:00.000Z"
}

/** Decides submissions one after the other, as the planner will if nobody is faster. */
export class Simulation {
  state: State
  readonly head: number
  readonly submissions: Array<InverseSubmission> = []
  readonly left: Array<Left> = []
  readonly #role: Role

  constructor(state: State, role: Role) {
    this.state = state
    this.head = state.sequenceNumber
    this.#role = role
  }

  leave(sequenceNumber: number, code: LeftCode, subject: LeftSubject, later?: Left["later"]): void {
    this.left.push({ sequenceNumber, code, subject, later })
  }

  mayTake(eventType: Submission["eventType"]): boolean {
    return includesRole(this.#role, eventTable[eventType].role)
  }

  /** Plans a submission, or leaves the change that it would take back. */
  send({ submission, subject, earlier }: Planned): void {
    const { undoes, ...sent } = submission
    if (!this.mayTake(sent.eventType)) return this.leave(undoes, "role_required", subject)
    const decision = decide(this.state, { ...sender, ...sent, earlier })
    if (decision.status === "no_change") return
    if (decision.status === "rejected") {
      // Only what these submissions themselves have changed can be in conflict with one of them.
      const isOwn = decision.event.rejectionReason?.startsWith("conflict") === true
      return this.leave(undoes, isOwn ? "needs_return" : "not_possible", subject)
    }
    this.state = evolve(this.state, decision.event).state
    this.submissions.push(submission)
  }
}
