import { type Signal, useSignal } from "@preact/signals"

export interface FormState {
  readonly isBusy: Signal<boolean>
  /** What went wrong with the form as a whole; empty when nothing did. */
  readonly error: Signal<string>
  readonly onSubmit: (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }) => Promise<void>
}

/** An action that is not run again while it runs, and whether it runs. */
export const useBusy = <A extends ReadonlyArray<unknown>>(action: (...args: A) => Promise<unknown>) => {
  const isBusy = useSignal(false)
  const run = async (...args: A): Promise<void> => {
    if (isBusy.peek()) return
    isBusy.value = true
    await action(...args)
    isBusy.value = false
  }
  return { isBusy, run }
}

/** The state of a form. `submit` returns the form's error, or an empty text; it is not called again while it runs. */
export const useFormState = (submit: (form: HTMLFormElement) => string | Promise<string>): FormState => {
  const error = useSignal("")
  const { isBusy, run } = useBusy(async (form: HTMLFormElement) => {
    error.value = ""
    error.value = await submit(form)
  })
  return {
    isBusy,
    error,
    onSubmit: (event) => {
      event.preventDefault()
      return run(event.currentTarget)
    }
  }
}
