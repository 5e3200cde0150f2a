import { useSignal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import type { DeliveryBody, DeliveryDetailsBody, WebhookBody } from "../../contract/PageApi.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { failureText } from "../../texts/FailureTexts.ts"
import { formatTimestamp } from "../../texts/values/PageFormats.ts"
import { refreshedList } from "../../workspace/live/RefreshedList.ts"
import { useFeatureState } from "../../workspace/UseWorkspace.ts"
import { webhookRequests } from "./WebhookList.ts"
import * as texts from "./WebhookTexts.ts"

interface Props {
  readonly hook: WebhookBody
  readonly onResend: (from: number) => void
}

/** What was posted and what came back, once it is asked for. */
const Details = ({ hookId, number }: { readonly hookId: string; readonly number: number }) => {
  const api = useFeatureState(webhookRequests)
  const details = useSignal<DeliveryDetailsBody | undefined>(undefined)
  const failure = useSignal("")
  const load = async () => {
    const answer = await api.delivery(hookId, number)
    if (answer.ok) details.value = answer.value
    failure.value = answer.ok ? "" : failureText(answer.failure)
  }
  const shown = (text: string | null) => (text === null ? texts.notKept : text || texts.empty)
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && void load()}>
      <summary>{texts.details}</summary>
      {failure.value && <p class="trouble">{failure.value}</p>}
      {details.value !== undefined && (
        <>
          <p class="quiet small-text">{texts.request}</p>
          <pre class="code">{shown(details.value.request)}</pre>
          <p class="quiet small-text">{texts.answer}</p>
          <pre class="code">{shown(details.value.answer)}</pre>
        </>
      )}
    </details>
  )
}

interface RowProps extends Props {
  readonly delivery: DeliveryBody
}

const Row = ({ hook, delivery, onResend }: RowProps) => {
  const { sequenceNumber, eventType, attemptedAt, attempt, outcome, status, error, durationMs } = delivery
  const isWarning = outcome !== "delivered"
  return (
    <li class={`entry ${isWarning ? "rejected" : ""}`}>
      <p class="entry-what">
        {isWarning && <Icon name="warning" />} <strong>{texts.event(sequenceNumber)}</strong> <code>{eventType}</code>
      </p>
      {error !== null && <p class="entry-reason">{error}</p>}
      <p class="entry-meta">
        <time dateTime={attemptedAt}>{formatTimestamp(attemptedAt)}</time>
        {status !== null && <span>{texts.response(status)}</span>}
        {attempt > 1 && <span>{texts.attempt(attempt)}</span>}
        <span>{texts.milliseconds(durationMs)}</span>
      </p>
      <Details hookId={hook.id} number={delivery.number} />
      <span class="entry-actions">
        <button type="button" class="link" onClick={() => onResend(sequenceNumber)}>
          {texts.resendHere}
        </button>
      </span>
    </li>
  )
}

/** The latest attempts to deliver to a webhook, newest first, anew with each state of the webhook. */
export const Deliveries = ({ hook, onResend }: Props) => {
  const api = useFeatureState(webhookRequests)
  const { list, failure, refresh } = useMemo(() => refreshedList(() => api.deliveries(hook.id)), [])
  useEffect(() => void refresh(), [hook])
  return (
    <div class="history" aria-busy={list.value === undefined}>
      {list.value?.length === 0 && <p class="quiet">{texts.noDeliveries}</p>}
      {failure.value && <p class="trouble">{texts.notDelivered}</p>}
      <ol>
        {list.value?.map((delivery) => (
          <Row key={delivery.number} hook={hook} delivery={delivery} onResend={onResend} />
        ))}
      </ol>
    </div>
  )
}
