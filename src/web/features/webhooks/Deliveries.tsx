import { useEffect, useMemo } from "preact/hooks"
import type { DeliveryBody, WebhookBody } from "../../contract/Api.ts"
import { Icon } from "../../parts/Icon.tsx"
import { formatTimestamp } from "../../texts/Formats.ts"
import { refreshedList } from "../../workspace/RefreshedList.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./WebhookTexts.ts"

interface Props {
  readonly hook: WebhookBody
  readonly onResend: (from: number) => void
}

interface RowProps extends Pick<Props, "onResend"> {
  readonly delivery: DeliveryBody
}

const Row = ({ delivery, onResend }: RowProps) => {
  const { sequenceNumber, eventType, attemptedAt, attempt, outcome, status, error, durationMs } = delivery
  const isWarning = outcome !== "delivered"
  return (
    <li class={`entry ${isWarning ? "rejected" : ""}`}>
      <p class="entry-what">
        {isWarning && <Icon name="warning" />} <strong>{texts.webhooks.event(sequenceNumber)}</strong>{" "}
        <code>{eventType}</code>
      </p>
      {error !== null && <p class="entry-reason">{error}</p>}
      <p class="entry-meta">
        <time dateTime={attemptedAt}>{formatTimestamp(attemptedAt)}</time>
        {status !== null && <span>{texts.webhooks.response(status)}</span>}
        {attempt > 1 && <span>{texts.webhooks.attempt(attempt)}</span>}
        <span>{texts.webhooks.milliseconds(durationMs)}</span>
      </p>
      <span class="entry-actions">
        <button type="button" class="link" onClick={() => onResend(sequenceNumber)}>
          {texts.webhooks.resendHere}
        </button>
      </span>
    </li>
  )
}

/** The latest attempts to deliver to a webhook, newest first, anew with each state of the webhook. */
export const Deliveries = ({ hook, onResend }: Props) => {
  const { api } = useWorkspace()
  const { list, failure, refresh } = useMemo(() => refreshedList(() => api.deliveries(hook.id)), [])
  useEffect(() => void refresh(), [hook])
  return (
    <div class="history" aria-busy={list.value === undefined}>
      {list.value?.length === 0 && <p class="quiet">{texts.webhooks.noDeliveries}</p>}
      {failure.value && <p class="trouble">{texts.webhooks.notDelivered}</p>}
      <ol>
        {list.value?.map((delivery) => (
          <Row key={delivery.sequenceNumber + delivery.attemptedAt} delivery={delivery} onResend={onResend} />
        ))}
      </ol>
    </div>
  )
}
