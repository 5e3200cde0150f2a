import { useSignal } from "@preact/signals"
import { useId } from "preact/hooks"
import type { WebhookBody } from "../../contract/PageApi.ts"
import { useFormState } from "../../parts/fields/FormState.ts"
import { TimeAgo } from "../../parts/status/TimeAgo.tsx"
import { failureText } from "../../texts/FailureTexts.ts"
import { formatTimestamp } from "../../texts/values/PageFormats.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { Deliveries } from "./Deliveries.tsx"
import { DeleteWebhook, Resend } from "./WebhookDialogs.tsx"
import { inputOf, makeWebhooks, webhookRequests } from "./WebhookList.ts"
import * as texts from "./WebhookTexts.ts"

type State = keyof typeof texts.webhooks.states

const stateOf = ({ enabled, failures }: WebhookBody): State =>
  enabled ? (failures === 0 ? "enabled" : "failing") : "disabled"

/** What is wrong with it; empty when nothing is. */
const troubleOf = ({ enabled, disabledReason, failures, failingSince, nextAttemptAt }: WebhookBody): string => {
  if (!enabled) return disabledReason ?? texts.webhooks.off
  if (failingSince === null) return ""
  const failed = texts.webhooks.failing(failures, formatTimestamp(failingSince))
  return nextAttemptAt === null ? failed : `${failed} ${texts.webhooks.next(formatTimestamp(nextAttemptAt))}`
}

interface ActProps {
  readonly label: string
  readonly name?: string
  /** Returns what went wrong, or an empty text. */
  readonly act: () => Promise<string>
}

const Act = ({ label, name, act }: ActProps) => {
  const form = useFormState(act)
  return (
    <form onSubmit={form.onSubmit}>
      <button type="submit" class="small" aria-label={name} aria-disabled={form.isBusy.value}>
        {label}
      </button>
      <p class="trouble" role="alert">
        {form.error.value}
      </p>
    </form>
  )
}

/** What is done with a webhook at once. */
const Acts = ({ hook }: { readonly hook: WebhookBody }) => {
  const { toasts } = useWorkspace()
  const api = useFeatureState(webhookRequests)
  const hooks = useFeatureState(makeWebhooks)
  const { id, url, description, eventTypes, teamIds, enabled, format, digest, failures } = hook
  const failing = hook.sequenceNumber + 1
  const toggle = async () => {
    const settings = { url, description, eventTypes, teamIds, enabled: !enabled, format, digest }
    const answer = await hooks.change(api.updateWebhook(id, settings))
    return answer.ok ? "" : failureText(answer.failure)
  }
  const test = async () => {
    const answer = await api.testWebhook(id)
    if (!answer.ok) return failureText(answer.failure)
    const { error, answer: text } = answer.value
    if (error === null) toasts.show(texts.webhooks.tested)
    return error === null ? "" : `${error} ${text ?? ""}`
  }
  const rotate = async () => {
    const answer = await hooks.change(api.rotateSecret(id))
    if (answer.ok) hooks.added.value = [answer.value, ...hooks.added.peek().filter((each) => each.id !== id)]
    return answer.ok ? "" : failureText(answer.failure)
  }
  const skip = async () => {
    const answer = await hooks.change(api.skip(id, failing))
    if (answer.ok) toasts.show(texts.webhooks.skipped(failing))
    return answer.ok ? "" : failureText(answer.failure)
  }
  return (
    <>
      <Act label={enabled ? texts.webhooks.disable : texts.webhooks.enable} act={toggle} />
      <Act label={texts.webhooks.test} act={test} />
      {failures > 0 && <Act label={texts.webhooks.skip} name={texts.webhooks.skipOf(failing)} act={skip} />}
      <Act label={texts.webhooks.rotate} act={rotate} />
    </>
  )
}

/** A webhook with its state, its latest deliveries, and what can be done with it. */
export const WebhookItem = ({ hook }: { readonly hook: WebhookBody }) => {
  const hooks = useFeatureState(makeWebhooks)
  const isOpen = useSignal(false)
  const isDeleted = useSignal(false)
  /** The event that is proposed to resend from, while it is asked for. */
  const from = useSignal<number | undefined>(undefined)
  const id = useId()
  const { url, description, eventTypes, teamIds, sequenceNumber, disabledReason, format, digest, lastAttempt } = hook
  const state = stateOf(hook)
  return (
    <li>
      <article class="webhook" aria-labelledby={id}>
        <p class="webhook-head">
          <strong id={id} class="code">
            {url}
          </strong>
          <span class={`tag ${state === "failing" || disabledReason !== null ? "bad" : ""}`}>
            {texts.webhooks.states[state]}
          </span>
        </p>
        {description !== null && <p>{description}</p>}
        <p class="quiet small-text">
          {texts.webhooks.formats[format]} · {texts.webhooks.rhythms[digest ?? "each"]} ·{" "}
          {texts.webhooks.filter(digest === null ? eventTypes?.length : undefined, teamIds?.length)} ·{" "}
          {texts.webhooks.delivered(sequenceNumber)}
        </p>
        {lastAttempt !== null && (
          <p class="quiet small-text">
            <TimeAgo timestamp={lastAttempt.attemptedAt} text={texts.webhooks.lastAttempt(lastAttempt.error)} />
          </p>
        )}
        <p class={state === "disabled" && disabledReason === null ? "quiet small-text" : "trouble"}>
          {troubleOf(hook)}
        </p>
        <div class="actions">
          <button
            type="button"
            class="small"
            aria-expanded={isOpen.value}
            onClick={() => (isOpen.value = !isOpen.value)}
          >
            {texts.webhooks.deliveries}
          </button>
          <button type="button" class="small" onClick={() => (from.value = Math.max(1, sequenceNumber))}>
            {texts.webhooks.resendFrom}
          </button>
          <button type="button" class="small" onClick={() => (hooks.input.value = inputOf(hook))}>
            {texts.webhooks.edit}
          </button>
          <Acts hook={hook} />
          <button type="button" class="small" onClick={() => (isDeleted.value = true)}>
            {texts.webhooks.remove}
          </button>
        </div>
        {isOpen.value && <Deliveries hook={hook} onResend={(event) => (from.value = event)} />}
      </article>
      {isDeleted.value && <DeleteWebhook hook={hook} onClose={() => (isDeleted.value = false)} />}
      {from.value !== undefined && <Resend hook={hook} from={from.value} onClose={() => (from.value = undefined)} />}
    </li>
  )
}
