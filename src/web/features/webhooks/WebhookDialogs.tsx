import { useSignal } from "@preact/signals"
import { fromRule } from "../../../shared/ReceiverRules.ts"
import type { WebhookBody } from "../../contract/PageApi.ts"
import { ConfirmDeletion } from "../../parts/dialogs/ConfirmDeletion.tsx"
import { FormDialog } from "../../parts/dialogs/FormDialog.tsx"
import { FormField } from "../../parts/fields/FormField.tsx"
import { failureText } from "../../texts/FailureTexts.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { makeWebhooks, webhookRequests } from "./WebhookList.ts"
import * as texts from "./WebhookTexts.ts"

interface Props {
  readonly hook: WebhookBody
  readonly onClose: () => void
}

export const DeleteWebhook = ({ hook, onClose }: Props) => {
  const api = useFeatureState(webhookRequests)
  const hooks = useFeatureState(makeWebhooks)
  return (
    <ConfirmDeletion
      title={texts.remove}
      label={texts.remove}
      remove={() => hooks.change(api.deleteWebhook(hook.id))}
      done={texts.removed}
      onClose={onClose}
    >
      <p class="code">{hook.url}</p>
      <p>{texts.removeText}</p>
    </ConfirmDeletion>
  )
}

/** Asks for the event to deliver from; `from` is proposed. */
export const Resend = ({ hook, from, onClose }: Props & { readonly from: number }) => {
  const { toasts } = useWorkspace()
  const api = useFeatureState(webhookRequests)
  const hooks = useFeatureState(makeWebhooks)
  const typed = useSignal(String(from))
  const submit = async () => {
    const entered = typed.peek().trim()
    if (!/^[1-9]\d{0,14}$/.test(entered)) return { from: texts.rule("event", fromRule) }
    const answer = await hooks.change(api.resend(hook.id, Number(entered)))
    if (!answer.ok) return failureText(answer.failure)
    toasts.show(texts.resent(Number(entered)))
    return ""
  }
  return (
    <FormDialog title={texts.resend} label={texts.resend} submit={submit} onClose={onClose}>
      {(errors) => (
        <FormField
          label={texts.from}
          autofocus
          value={typed.value}
          onText={(text) => (typed.value = text)}
          hint={texts.fromHint}
          error={errors.from}
        />
      )}
    </FormDialog>
  )
}
