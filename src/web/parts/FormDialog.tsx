import type { ComponentChildren, FormHTMLAttributes } from "preact"
import * as texts from "../texts/Texts.ts"
import { Dialog } from "./Dialog.tsx"
import { useFormState } from "./FormState.ts"

interface Props extends Pick<FormHTMLAttributes<HTMLFormElement>, "onInput"> {
  readonly title: string
  /** The text of the button that submits. */
  readonly label: string
  readonly isDanger?: boolean
  /** Resolves to an empty text to close the dialog, to what went wrong, or to false where the fields' errors tell. */
  readonly submit: (form: HTMLFormElement) => Promise<string | false>
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A dialog with a form, its error and its two buttons. */
export const FormDialog = ({ title, label, isDanger = false, submit, onClose, onInput, children }: Props) => {
  const { isBusy, error, onSubmit } = useFormState(async (form) => {
    const failure = await submit(form)
    if (failure === "") onClose()
    return failure || ""
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={onSubmit} onInput={onInput} noValidate>
        {children}
        <p class="trouble" role="alert">
          {error.value}
        </p>
        <p class="actions end">
          <button type="button" class="button" onClick={onClose}>
            {texts.common.cancel}
          </button>
          <button type="submit" class={`primary ${isDanger ? "danger" : ""}`} aria-disabled={isBusy.value}>
            {label}
          </button>
        </p>
      </form>
    </Dialog>
  )
}
