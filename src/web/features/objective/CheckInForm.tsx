import { useSignal } from "@preact/signals"
import { useId, useLayoutEffect, useRef } from "preact/hooks"
import { dateOfDay } from "../../../shared/Days.ts"
import type { CheckIn } from "../../../shared/FieldEdits.ts"
import { noteLength } from "../../../shared/Limits.ts"
import { outlierOf } from "../../../shared/Percent.ts"
import { decimalSign } from "../../../shared/Quantities.ts"
import { ConfidenceSelect } from "../../parts/fields/ConfidenceSelect.tsx"
import { lengthError } from "../../parts/fields/LengthError.ts"
import { OutlierQuestion } from "../../parts/fields/OutlierQuestion.tsx"
import { serverToday } from "../../texts/values/Clock.ts"
import { parseNumber, writeNumber } from "../../texts/values/NumberTexts.ts"
import type { Field } from "../../workspace/Field.ts"
import { type SeenValue, sameValue } from "../../workspace/outbox/Edit.ts"
import type { Measure } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./ObjectiveTexts.ts"

interface Props {
  readonly field: Field<"progress.value">
  readonly measure: Measure
  readonly shown: () => SeenValue<CheckIn>
  /** Whether the user has just opened it: then it takes the focus, and the page scrolls to where all of it is seen. */
  readonly isOpened: boolean
}

const decimal = decimalSign()

/** The form of the field's edit. It is shown as long as there is one, so unsaved input stays visible. */
export const CheckInForm = ({ field, measure, shown, isOpened }: Props) => {
  const { edits } = useWorkspace().outbox
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const error = useSignal("")
  /** The value that the page has asked about. */
  const asked = useSignal<number | undefined>(undefined)
  useLayoutEffect(() => {
    if (!isOpened) return
    input.current?.focus({ preventScroll: true })
    input.current?.select()
    input.current?.form?.scrollIntoView({ block: "nearest" })
  }, [])
  const edit = edits.of(field).value
  if (edit === undefined) return null
  const { value, confidence, note, date, replaces } = edit.mine
  const today = dateOfDay(serverToday())
  const update = ({ currentTarget }: { readonly currentTarget: HTMLFormElement }): void => {
    const data = new FormData(currentTarget)
    const textIn = (name: string): string => String(data.get(name)).trim()
    const [typed, chosen, note, day] = [textIn("value"), textIn("confidence"), textIn("note"), textIn("day")]
    const value = parseNumber(typed, decimal, measure.unit) ?? typed
    error.value = lengthError(note, noteLength)
    edits.setValue(field, shown(), {
      ...{ value, confidence: chosen === "" ? null : Number(chosen), note },
      ...(day !== "" && day !== today && { date: day }),
      ...(replaces !== undefined && { replaces })
    })
  }
  /** Asks about a value that is far from the last one; false if it was asked about already. */
  const ask = (): boolean => {
    if (typeof value !== "number" || outlierOf(measure, value) === undefined || asked.peek() === value) return false
    asked.value = value
    return true
  }
  const submit = (event: Event): void => {
    event.preventDefault()
    const tooLong = lengthError(note, noteLength)
    const isSame = sameValue(edit.mine, shown().value)
    error.value = tooLong || (typeof value === "string" ? texts.checkIns.notANumber : isSame ? texts.measures.same : "")
    if (error.peek() === "" && ask()) return
    if (error.peek() === "") void edits.save(field, shown())
    else if (tooLong === "") input.current?.focus()
  }
  return (
    <form
      class="check-in"
      aria-label={texts.checkIns.checkInOf(measure.name)}
      noValidate
      onSubmit={submit}
      onInput={update}
      onKeyDown={(event) => {
        if (event.isComposing) return
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event)
        if (event.key !== "Escape") return
        event.stopPropagation()
        edits.discard(field)
      }}
    >
      <label class="value">
        <span>{measure.unit === "" ? texts.measures.value : `${texts.measures.value} (${measure.unit})`}</span>
        <input
          ref={input}
          name="value"
          // A question that appears under the button that is being pressed would move it away.
          onBlur={({ relatedTarget }) => {
            if (!(relatedTarget instanceof HTMLButtonElement)) ask()
          }}
          inputMode="decimal"
          autocomplete="off"
          defaultValue={typeof value === "number" ? writeNumber(value, decimal) : value}
          aria-invalid={error.value !== ""}
          aria-describedby={id}
        />
      </label>
      <div class="confidence">
        <label for={`${id}-confidence`}>
          <span>{texts.checkIns.confidence}</span>
        </label>
        <ConfidenceSelect id={`${id}-confidence`} name="confidence" confidence={confidence} />
      </div>
      <label class="note">
        <span>{texts.checkIns.note}</span>
        <textarea name="note" rows={2} defaultValue={note} />
      </label>
      <label>
        <span>{texts.checkIns.day}</span>
        <input type="date" name="day" min="1970-01-01" max={today} defaultValue={date ?? today} />
      </label>
      <p id={id} class="trouble" role="alert">
        {error.value}
      </p>
      {typeof value === "number" && asked.value === value && <OutlierQuestion measure={measure} value={value} />}
      <p class="actions">
        <button type="submit" class="small primary" aria-disabled={edits.phaseOf(field) === "saving"}>
          {texts.measures.save}
        </button>
        <button type="button" class="small" onClick={() => edits.discard(field)}>
          {texts.common.cancel}
        </button>
      </p>
    </form>
  )
}
