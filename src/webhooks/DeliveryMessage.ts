import type { ChangeNotification } from "../domain/ChangeNotification.ts"
import type { LoggedEvent } from "../domain/Event.ts"
import type { Webhook } from "../domain/Webhook.ts"

/** An applied event with what the event stream says about it. */
export interface DeliverableEvent {
  readonly event: LoggedEvent
  readonly notification: ChangeNotification
  /** The address at which the page shows the event's entity; null if the page's address is not known. */
  readonly url: string | null
}

export type Filter = Pick<Webhook, "eventTypes" | "teamIds">

/** Whether the webhook wants events of the type. */
export const wantsType = ({ eventTypes }: Filter, { eventType }: Pick<LoggedEvent, "eventType">): boolean =>
  eventTypes === null || eventTypes.includes(eventType)

/** Whether the webhook wants changes of one of the teams. */
export const wantsTeams = ({ teamIds }: Filter, changed: ReadonlyArray<string>): boolean =>
  teamIds === null || teamIds.some((id) => changed.includes(id))

/** Identifies an event across logs: a log that was restored from a backup has another epoch. */
export const messageId = (epoch: string, sequenceNumber: number): string => `${epoch}.${sequenceNumber}`

export const messageBody = ({ event, notification, url }: DeliverableEvent): string => {
  const { eventType, timestamp, description, fieldName, oldValue, newValue } = event
  return JSON.stringify({
    type: eventType,
    timestamp,
    data: { ...notification, description, fieldName, oldValue, newValue, ...(url !== null && { url }) }
  })
}
