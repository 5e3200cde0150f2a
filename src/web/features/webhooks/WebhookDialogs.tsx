import { useSignal } from "@preact/signals"
import { fromRule } from "../../../shared/ReceiverRules.ts"
import type { WebhookBody } from "../../contract/Api.ts"
import { ConfirmDeletion } from "../../parts/ConfirmDeletion.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormActions } from "../../parts/FormActions.tsx"
import { FormField } from "../../parts/FormField.tsx"
import { useFormState } from "../../parts/FormState.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./Texts.ts"
import { makeWebhooks } from "./WebhookList.ts"

interface Props {
  readonly hook: WebhookBody
  readonly onClose: () => void
}

export const DeleteWebhook = ({ hook, onClose }: Props) => {
  const { api } = useWorkspace()
  const hooks = useFeatureState(makeWebhooks)
  return (
    <ConfirmDeletion
      title={texts.webhooks.remove}
      label={texts.webhooks.remove}
      remove={() => hooks.change(api.deleteWebhook(hook.id))}
      done={texts.webhooks.removed}
      onClose={onClose}
    >
      <p class="code">{hook.url}</p>
      <p>{texts.webhooks.removeText}</p>
    </ConfirmDeletion>
  )
}

/** Asks for the event to deliver from; `from` is proposed. */
export const Resend = ({ hook, from, onClose }: Props & { readonly from: number }) => {
  const { api, toasts } = useWorkspace()
  const hooks = useFeatureState(makeWebhooks)
  const typed = useSignal(String(from))
  const error = useSignal("")
  const form = useFormState(async () => {
    const entered = typed.peek().trim()
    error.value = /^[1-9]\d{0,14}$/.test(entered) ? "" : texts.webhooks.rule("event", fromRule)
    if (error.peek() !== "") return ""
    const answer = await hooks.change(api.resend(hook.id, Number(entered)))
    if (!answer.ok) return failureText(answer.failure)
    onClose()
    toasts.show(texts.webhooks.resent(Number(entered)))
    return ""
  })
  return (
    <Dialog title={texts.webhooks.resend} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate autocomplete="off">
        <FormField
          label={texts.webhooks.from}
          autofocus
          value={typed.value}
          onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
          hint={texts.webhooks.fromHint}
          error={error.value}
        />
        <FormActions label={texts.webhooks.resend} form={form} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
