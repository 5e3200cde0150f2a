import { type ChangeNotification, changeNotification } from "../../../src/domain/ChangeNotification.ts"
import type { EventType } from "../../../src/domain/Event.ts"
import { EntityId, UserId } from "../../../src/domain/entities/Ids.ts"
import { frameId } from "../../../src/live/ResumePoint.ts"
import { type LogPosition, type Projection, startOfLog } from "../../../src/log/projection/LogPosition.ts"
import { planBatch, type SubmissionRequest } from "../../../src/log/writer/Batch.ts"

const id = (n: number) => EntityId.make(`00000000-0000-4000-8000-${String(n).padStart(12, "0")}`)
const team = id(1)
const principle = id(2)

const common = { actorId: UserId.make(id(0)), actorName: "ada", timestamp: "2026-01-02T03:04:05.678Z" }

const request = (
  serial: number,
  eventType: EventType,
  targetId: EntityId | null,
  data: Record<string, string>
): SubmissionRequest => ({
  submission: {
    ...common,
    submissionId: id(serial),
    freshId: id(serial),
    eventType,
    targetId,
    data,
    lastSeenSequence: null
  },
  idempotency: null
})

/** Generates events, which are the same in every process that requests the same counts. */
export class EventFeed {
  #position: LogPosition = startOfLog
  #serial = 3

  /** The events that create the entities to edit; they are not sent to streams. */
  readonly begun = this.#take([
    request(1, "create_team", null, { id: team, name: "Streams", color: "#336699" }),
    request(2, "create_principle", team, { id: principle, title: "A principle" })
  ])

  next(count: number): Projection {
    return this.#take(
      Array.from({ length: count }, () => {
        const serial = this.#serial++
        return request(serial, "update_principle_title", principle, { title: `Title ${serial}` })
      })
    )
  }

  #take(requests: ReadonlyArray<SubmissionRequest>): Projection {
    const { projection } = planBatch(this.#position, requests, () => undefined)({ events: [], outcomes: [] })
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
