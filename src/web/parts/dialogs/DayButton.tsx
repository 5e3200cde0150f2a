import { useSignal } from "@preact/signals"
import { useRef } from "preact/hooks"
import * as texts from "../../texts/SharedTexts.ts"
import { Icon } from "../status/Icon.tsx"
import { DayForm } from "./DayForm.tsx"

interface Props {
  readonly label: string
  readonly onChoose: (day: string) => void
}

/** A button that asks for a day that is over. */
export const DayButton = ({ label, onChoose }: Props) => {
  const isOpen = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    isOpen.value = false
    requestAnimationFrame(() => button.current?.focus())
  }
  return isOpen.value ? (
    <DayForm label={label} action={texts.moments.show} day="" hasFocus onChoose={onChoose} onCancel={close} />
  ) : (
    <button ref={button} type="button" class="button day-button" onClick={() => (isOpen.value = true)}>
      <Icon name="calendar" /> <span>{label}…</span>
    </button>
  )
}
