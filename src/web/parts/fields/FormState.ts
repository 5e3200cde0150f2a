import { type Signal, useSignal } from "@preact/signals"

export interface FormState {
  readonly isBusy: Signal<boolean>
  /** What went wrong with the form as a whole; empty when nothing did. */
  readonly error: Signal<string>
  readonly onSubmit: (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }) => Promise<void>
}

/** The state of a form. `submit` returns the form's error, or an empty text; it is not called again while it runs. */
export const useFormState = (submit: (form: HTMLFormElement) => string | Promise<string>): FormState => {
  const isBusy = useSignal(false)
  const error = useSignal("")
  return {
    isBusy,
    error,
    onSubmit: async (event) => {
      event.preventDefault()
      if (isBusy.peek()) return
      const form = event.currentTarget
      error.value = ""
      isBusy.value = true
      error.value = await submit(form)
      isBusy.value = false
    }
  }
}
