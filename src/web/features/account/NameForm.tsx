import { useSignal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { FormField } from "../../parts/fields/FormField.tsx"
import { useFormState } from "../../parts/fields/FormState.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./AccountTexts.ts"

interface Props {
  readonly label: string
  /** Follows the button that saves. */
  readonly children?: ComponentChildren
}

/** What others call the user, to be changed. */
export const NameForm = ({ label, children }: Props) => {
  const { api, session, toasts } = useWorkspace()
  const name = useSignal(session.user.peek()?.displayName ?? "")
  const { error, isBusy, onSubmit } = useFormState(async () => {
    if (name.peek().trim() === "") return texts.account.noName
    const answer = await api.rename(name.peek().trim())
    if (!answer.ok) return failureText(answer.failure)
    toasts.show(texts.account.renamed(answer.value.displayName ?? ""))
    await session.refresh()
    return ""
  })
  return (
    <form class="name-form" onSubmit={onSubmit} noValidate>
      <FormField
        label={label}
        autocomplete="name"
        value={name.value}
        error={error.value}
        onText={(text) => {
          name.value = text
        }}
      >
        <button type="submit" class="button" aria-disabled={isBusy.value}>
          {texts.common.save}
        </button>
        {children}
      </FormField>
    </form>
  )
}
