import { useSignal } from "@preact/signals"
import { useId, useLayoutEffect, useRef } from "preact/hooks"
import { noteLength } from "../../../shared/Limits.ts"
import { lengthError } from "../../parts/TextLength.ts"
import { decimalSign } from "../../texts/Quantities.ts"
import type { SeenValue } from "../../workspace/Draft.ts"
import type { Field } from "../../workspace/Field.ts"
import type { Measure } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { readCheckIn, textOf } from "./CheckInText.ts"
import { parseNumber, writeNumber } from "./Numbers.ts"
import * as texts from "./ObjectiveTexts.ts"

interface Props {
  readonly field: Field
  readonly measure: Measure
  readonly shown: () => SeenValue
}

const confidences = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

const decimal = decimalSign()

/** The form that edits the field's draft. It is shown as long as there is a draft, so unsaved input stays visible. */
export const CheckInForm = ({ field, measure, shown }: Props) => {
  const { drafts } = useWorkspace()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const error = useSignal("")
  useLayoutEffect(() => input.current?.select(), [])
  const draft = drafts.of(field).value
  if (draft === undefined) return null
  const { value, confidence, note } = readCheckIn(draft.mine)
  const update = ({ currentTarget }: { readonly currentTarget: HTMLFormElement }): void => {
    const data = new FormData(currentTarget)
    const textIn = (name: string): string => String(data.get(name)).trim()
    const [typed, chosen, note] = [textIn("value"), textIn("confidence"), textIn("note")]
    const value = parseNumber(typed, decimal) ?? typed
    error.value = lengthError(note, noteLength)
    drafts.setText(field, shown(), textOf({ value, confidence: chosen === "" ? null : Number(chosen), note }))
  }
  const submit = (event: Event): void => {
    event.preventDefault()
    const tooLong = lengthError(note, noteLength)
    const isSame = draft.mine === shown().text
    error.value = tooLong || (typeof value === "string" ? texts.measures.notANumber : isSame ? texts.measures.same : "")
    if (error.peek() === "") void drafts.save(field, shown())
    else if (tooLong === "") input.current?.focus()
  }
  return (
    <form
      class="check-in"
      aria-label={texts.measures.checkInOf(measure.name)}
      noValidate
      onSubmit={submit}
      onInput={update}
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
          ref={input}
          name="value"
          inputMode="decimal"
          autocomplete="off"
          defaultValue={typeof value === "number" ? writeNumber(value, decimal) : value}
          aria-invalid={error.value !== ""}
          aria-describedby={id}
        />
      </label>
      <label class="confidence">
        <span>{texts.measures.confidence}</span>
        <select name="confidence">
          <option value="" selected={confidence === null}>
            {texts.measures.noConfidence}
          </option>
          {confidences.map((step) => (
            <option key={step} value={step} selected={confidence === step}>
              {texts.measures.confidenceChoice(step)}
            </option>
          ))}
        </select>
      </label>
      <label class="note">
        <span>{texts.measures.note}</span>
        <textarea name="note" rows={2} defaultValue={note} />
      </label>
      <p id={id} class="trouble" role="alert">
        {error.value}
      </p>
      <p class="actions">
        <button type="submit" class="small primary" aria-disabled={draft.phase === "saving"}>
          {texts.measures.save}
        </button>
        <button type="button" class="small" onClick={() => drafts.discard(field)}>
          {texts.common.cancel}
        </button>
      </p>
    </form>
  )
}
