import { type ChangeNotification, changeNotification } from "../../../src/domain/ChangeNotification.ts"
import { frameId } from "../../../src/live/ResumePoint.ts"
import { type LogPosition, type Projection, startOfLog } from "../../../src/log/projection/LogPosition.ts"
import { planBatch } from "../../../src/log/writer/Batch.ts"
import { type Draft, principleId, requestOf, teamId } from "../Generate.ts"

/** Generates events, which are the same in every process that requests the same counts. */
export class EventFeed {
  #position: LogPosition = startOfLog
  #serial = 0

  /** The events that create a team with a principle to edit; they are not sent to streams. */
  readonly begun = this.#take([
    { eventType: "create_team", targetId: null, data: { id: teamId(0), name: "Streams", color: "#336699" } },
    { eventType: "create_principle", targetId: teamId(0), data: { id: principleId(0), title: "A principle" } }
  ])

  next(count: number): Projection {
    const titles = Array.from({ length: count }, (_, n) => `Title ${this.#serial + n}`)
    return this.#take(
      titles.map((title) => ({ eventType: "update_principle_title", targetId: principleId(0), data: { title } }))
    )
  }

  #take(drafts: ReadonlyArray<Draft>): Projection {
    const requests = drafts.map((draft) => requestOf(draft, this.#serial++))
    const { projection } = planBatch(this.#position, requests)({ events: [], outcomes: [] })
    this.#position = projection.position
    return projection
  }
}

export interface Change {
  readonly id: string
  readonly notification: ChangeNotification
}

/** The id and notification of each event on a stream of this epoch. */
export const changes = (epoch: string, { committed, position }: Projection): ReadonlyArray<Change> =>
  committed.map(({ event, effects }) => ({
    id: frameId(epoch, event.sequenceNumber, event.hash),
    notification: changeNotification(event, effects.touched, position.state)
  }))
