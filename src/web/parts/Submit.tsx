import type { Signal } from "@preact/signals"
import { texts } from "../texts/Texts.ts"

interface Props {
  readonly label: string
  readonly isBusy: Signal<boolean>
  /** What went wrong with the whole of the form; empty when nothing did. */
  readonly trouble: Signal<string>
  readonly onCancel: () => void
  readonly isDanger?: boolean
}

/** The end of a dialog's form: what went wrong, and its two buttons. */
export const Submit = ({ label, isBusy, trouble, onCancel, isDanger = false }: Props) => (
  <>
    <p class="trouble" role="alert">
      {trouble.value}
    </p>
    <p class="actions end">
      <button type="button" class="button" onClick={onCancel}>
        {texts.common.cancel}
      </button>
      <button type="submit" class={`primary ${isDanger ? "danger" : ""}`} aria-disabled={isBusy.value}>
        {label}
      </button>
    </p>
  </>
)
