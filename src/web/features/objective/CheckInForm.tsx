import { useId, useLayoutEffect, useRef } from "preact/hooks"
import { noteLength } from "../../../shared/Limits.ts"
import { useSignal } from "../../parts/Signals.ts"
import { lengthError } from "../../parts/TextLength.ts"
import { decimalSign } from "../../texts/Quantities.ts"
import type { SeenValue } from "../../workspace/Draft.ts"
import type { Field } from "../../workspace/Field.ts"
import type { Measure } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { type CheckIn, readCheckIn, textOf } from "./CheckInText.ts"
import { parseNumber, writeNumber } from "./Numbers.ts"
import * as texts from "./Texts.ts"

interface Props {
  readonly field: Field
  readonly measure: Measure
  readonly shown: () => SeenValue
}

const confidences = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

const decimal = decimalSign()

const valueText = ({ value }: CheckIn): string => (typeof value === "number" ? writeNumber(value, decimal) : value)

/** The form that edits the field's draft. It is shown as long as there is a draft, so unsaved input stays visible. */
export const CheckInForm = ({ field, measure, shown }: Props) => {
  const { drafts } = useWorkspace()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const error = useSignal("")
  const draft = drafts.of(field).value
  const valueInput = (): HTMLInputElement | null | undefined => form.current?.querySelector("input")
  useLayoutEffect(() => valueInput()?.select(), [])
  const read = (): CheckIn => {
    const data = new FormData(form.current ?? undefined)
    const [typed, confidence] = [String(data.get("value")), String(data.get("confidence"))]
    return {
      value: parseNumber(typed, decimal) ?? typed,
      confidence: confidence === "" ? null : Number(confidence),
      note: String(data.get("note")).trim()
    }
  }
  const submit = (event: Event): void => {
    event.preventDefault()
    const now = read()
    const same = textOf(now) === shown().text
    const tooLong = lengthError(now.note, noteLength)
    error.value = typeof now.value === "string" ? texts.measures.notANumber : same ? texts.measures.same : tooLong
    if (tooLong !== "") return
    if (error.peek() !== "") {
      valueInput()?.focus()
      return
    }
    drafts.setText(field, shown(), textOf(now))
    void drafts.save(field, shown())
  }
  const first = draft === undefined ? undefined : readCheckIn(draft.mine)
  if (first === undefined) return null
  return (
    <form
      ref={form}
      class="check-in"
      aria-label={texts.measures.checkInOf(measure.name)}
      noValidate
      onSubmit={submit}
      onInput={() => {
        error.value = lengthError(read().note, noteLength)
        drafts.setText(field, shown(), textOf(read()))
      }}
      onKeyDown={(event) => {
        if (event.isComposing) return
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event)
        if (event.key !== "Escape") return
        event.stopPropagation()
        drafts.discard(field)
      }}
    >
      <label class="value">
        <span>{measure.unit === "" ? texts.measures.value : `${texts.measures.value} (${measure.unit})`}</span>
        <input
          name="value"
          inputMode="decimal"
          autocomplete="off"
          defaultValue={valueText(first)}
          aria-invalid={error.value !== ""}
          aria-describedby={id}
        />
      </label>
      <label class="confidence">
        <span>{texts.measures.confidence}</span>
        <select name="confidence">
          <option value="" selected={first.confidence === null}>
            {texts.measures.noConfidence}
          </option>
          {confidences.map((step) => (
            <option key={step} value={step} selected={first.confidence === step}>
              {texts.measures.confidenceChoice(step)}
            </option>
          ))}
        </select>
      </label>
      <label class="note">
        <span>{texts.measures.note}</span>
        <textarea name="note" rows={2} defaultValue={first.note} />
      </label>
      <p id={id} class="trouble" role="alert">
        {error.value}
      </p>
      <p class="actions">
        <button type="submit" class="small primary" aria-disabled={draft?.phase === "saving"}>
          {texts.measures.save}
        </button>
        <button type="button" class="small" onClick={() => drafts.discard(field)}>
          {texts.common.cancel}
        </button>
      </p>
    </form>
  )
}
