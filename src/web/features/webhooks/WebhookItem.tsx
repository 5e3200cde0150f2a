import { useSignal } from "@preact/signals"
import { useId } from "preact/hooks"
import type { WebhookBody } from "../../contract/PageApi.ts"
import type { Result } from "../../contract/Result.ts"
import { Menu } from "../../parts/dialogs/Menu.tsx"
import { useBusy } from "../../parts/fields/FormState.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { TimeAgo } from "../../parts/status/TimeAgo.tsx"
import { failureText } from "../../texts/FailureTexts.ts"
import { formatTimestamp } from "../../texts/values/PageFormats.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { Deliveries } from "./Deliveries.tsx"
import { DeleteWebhook, Resend } from "./WebhookDialogs.tsx"
import { inputOf, makeWebhooks, webhookRequests } from "./WebhookList.ts"
import * as texts from "./WebhookTexts.ts"

type State = keyof typeof texts.states

const stateOf = ({ enabled, failures }: WebhookBody): State =>
  enabled ? (failures === 0 ? "enabled" : "failing") : "disabled"

/** What is wrong with it; empty when nothing is. */
const troubleOf = ({ enabled, disabledReason, failures, failingSince, nextAttemptAt }: WebhookBody): string => {
  if (!enabled) return disabledReason ?? texts.off
  if (failingSince === null) return ""
  const failed = texts.failing(failures, formatTimestamp(failingSince))
  return nextAttemptAt === null ? failed : `${failed} ${texts.next(formatTimestamp(nextAttemptAt))}`
}

interface ActsProps {
  readonly hook: WebhookBody
  readonly onResend: () => void
  readonly onDelete: () => void
}

/** What is done with a webhook; what is seldom done stands in a menu. */
const Acts = ({ hook, onResend, onDelete }: ActsProps) => {
  const { toasts } = useWorkspace()
  const api = useFeatureState(webhookRequests)
  const hooks = useFeatureState(makeWebhooks)
  const { id, url, description, eventTypes, teamIds, enabled, format, digest, failures } = hook
  const failing = hook.sequenceNumber + 1
  const refuse = (text: string) => toasts.show(text, { tone: "bad" })
  const after = <A,>(answer: Result<A>, use: (value: A) => unknown): void =>
    void (answer.ok ? use(answer.value) : refuse(failureText(answer.failure)))
  const toggle = async () => {
    const settings = { url, description, eventTypes, teamIds, enabled: !enabled, format, digest }
    after(await hooks.change(api.updateWebhook(id, settings)), () => undefined)
  }
  const test = useBusy(async () =>
    after(await api.testWebhook(id), ({ error, answer }) =>
      error === null ? toasts.show(texts.tested) : refuse(`${error} ${answer ?? ""}`)
    )
  )
  const rotate = async () =>
    after(await hooks.change(api.rotateSecret(id)), (hook) => {
      hooks.added.value = [hook, ...hooks.added.peek().filter((each) => each.id !== id)]
    })
  const skip = useBusy(async () =>
    after(await hooks.change(api.skip(id, failing)), () => toasts.show(texts.skipped(failing)))
  )
  return (
    <>
      <button type="button" class="small" aria-disabled={test.isBusy.value} onClick={() => void test.run()}>
        {texts.test}
      </button>
      {failures > 0 && (
        <button
          type="button"
          class="small"
          aria-label={texts.skipOf(failing)}
          aria-disabled={skip.isBusy.value}
          onClick={() => void skip.run()}
        >
          {texts.skip}
        </button>
      )}
      <Menu
        label={texts.common.moreOf(url)}
        items={[
          { label: texts.resendFrom, onSelect: onResend },
          { label: enabled ? texts.disable : texts.enable, onSelect: () => void toggle() },
          { label: texts.rotate, onSelect: () => void rotate() },
          { label: texts.remove, danger: true, onSelect: onDelete }
        ]}
      >
        <Icon name="dots" />
      </Menu>
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
            {texts.states[state]}
          </span>
        </p>
        {description !== null && <p>{description}</p>}
        <p class="quiet small-text">
          {texts.formats[format]} · {texts.rhythms[digest ?? "each"]} ·{" "}
          {texts.filter(digest === null ? eventTypes?.length : undefined, teamIds?.length)} ·{" "}
          {texts.delivered(sequenceNumber)}
        </p>
        {lastAttempt !== null && (
          <p class="quiet small-text">
            <TimeAgo timestamp={lastAttempt.attemptedAt} text={texts.lastAttempt(lastAttempt.error)} />
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
            {texts.deliveries}
          </button>
          <button type="button" class="small" onClick={() => (hooks.input.value = inputOf(hook))}>
            {texts.edit}
          </button>
          <Acts
            hook={hook}
            onResend={() => (from.value = Math.max(1, sequenceNumber))}
            onDelete={() => (isDeleted.value = true)}
          />
        </div>
        {isOpen.value && <Deliveries hook={hook} onResend={(event) => (from.value = event)} />}
      </article>
      {isDeleted.value && <DeleteWebhook hook={hook} onClose={() => (isDeleted.value = false)} />}
      {from.value !== undefined && <Resend hook={hook} from={from.value} onClose={() => (from.value = undefined)} />}
    </li>
  )
}
