import { useLayoutEffect, useRef } from "preact/hooks"
import { dateOfDay } from "../../../shared/Days.ts"
import { serverToday } from "../../texts/values/Clock.ts"

interface Props {
  readonly label: string
  /** What the button says that chooses the day. */
  readonly action: string
  /** `YYYY-MM-DD`, or empty. */
  readonly day: string
  readonly hasFocus?: boolean
  readonly onChoose: (day: string) => void
  readonly onCancel?: () => void
}

/** Chooses a day that is over. */
export const DayForm = ({ label, action, day, hasFocus = false, onChoose, onCancel }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (hasFocus) input.current?.focus()
  }, [])
  return (
    <form
      class="day-form"
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(input.current?.value ?? "")
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || onCancel === undefined) return
        event.stopPropagation()
        onCancel()
      }}
    >
      <label>
        {label}{" "}
        <input ref={input} key={day} type="date" required max={dateOfDay(serverToday() - 1)} defaultValue={day} />
      </label>
      <button type="submit" class="button">
        {action}
      </button>
    </form>
  )
}
