import * as texts from "../texts/Texts.ts"
import type { FormState } from "./FormState.ts"

interface Props {
  readonly label: string
  readonly form: FormState
  readonly onCancel: () => void
  readonly isDanger?: boolean
}

/** The end of a dialog's form: its error, and its two buttons. */
export const FormActions = ({ label, form, onCancel, isDanger = false }: Props) => (
  <>
    <p class="trouble" role="alert">
      {form.error.value}
    </p>
    <p class="actions end">
      <button type="button" class="button" onClick={onCancel}>
        {texts.common.cancel}
      </button>
      <button type="submit" class={`primary ${isDanger ? "danger" : ""}`} aria-disabled={form.isBusy.value}>
        {label}
      </button>
    </p>
  </>
)
