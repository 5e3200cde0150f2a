import { useSignal } from "@preact/signals"
import type { ComponentChildren, FormHTMLAttributes } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import * as texts from "../../texts/SharedTexts.ts"
import { useFormState } from "../fields/FormState.ts"
import { Dialog } from "./Dialog.tsx"

/** What is wrong with fields, by their names; a field without an error has none or an empty one. */
export type FieldErrors = Readonly<Record<string, string>>

interface Props extends Pick<FormHTMLAttributes<HTMLFormElement>, "class" | "onInput" | "onDragOver" | "onDrop"> {
  readonly title: string
  /** The text of the button that submits. */
  readonly label: string
  readonly isDanger?: boolean
  /** Whether there is nothing to submit. */
  readonly isDisabled?: boolean
  /** The errors of fields that the form can find by itself; as long as there are some, it is not submitted. */
  readonly check?: (form: HTMLFormElement) => FieldErrors
  /** Resolves to an empty text to close the dialog, to what went wrong, or to the errors of fields. */
  readonly submit: (form: HTMLFormElement) => Promise<string | FieldErrors>
  readonly onClose: () => void
  readonly children: ComponentChildren | ((errors: FieldErrors) => ComponentChildren)
}

/** A dialog with a form, its error and its two buttons. Of the fields with an error the first one gets the focus. */
export const FormDialog = ({
  title,
  label,
  isDanger,
  isDisabled,
  check,
  submit,
  onClose,
  children,
  ...rest
}: Props) => {
  const form = useRef<HTMLFormElement>(null)
  const errors = useSignal<FieldErrors>({})
  const { isBusy, error, onSubmit } = useFormState(async (form) => {
    const found = check?.(form) ?? {}
    const failure = Object.values(found).some(Boolean) ? found : await submit(form)
    if (failure === "") onClose()
    errors.value = typeof failure === "string" ? {} : failure
    return typeof failure === "string" ? failure : ""
  })
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLInputElement>("[aria-invalid=true]")?.focus()
  }, [errors.value])
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form} {...rest} onSubmit={onSubmit} noValidate>
        {typeof children === "function" ? children(errors.value) : children}
        <p class="trouble" role="alert">
          {error.value}
        </p>
        <p class="actions end">
          <button type="button" class="button" onClick={onClose}>
            {texts.common.cancel}
          </button>
          <button
            type="submit"
            class={`primary ${isDanger ? "danger" : ""}`}
            disabled={isDisabled}
            aria-disabled={isBusy.value}
          >
            {label}
          </button>
        </p>
      </form>
    </Dialog>
  )
}
