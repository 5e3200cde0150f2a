import { useSignal } from "@preact/signals"
import { useId } from "preact/hooks"
import type { EventData } from "../../../domain/Event.ts"
import { nameLength, unitLength } from "../../../shared/Limits.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { useFormState } from "../../parts/FormState.ts"
import { refusalText } from "../../texts/FailureTexts.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { decimalSign, parseNumber } from "./Numbers.ts"
import { texts } from "./Texts.ts"

const names = ["name", "unit", "start", "target", "value"] as const

type Name = (typeof names)[number]

type FieldErrors = Partial<Record<Name, string>>

const labels: Record<Name, string> = {
  name: texts.measures.name,
  unit: texts.measures.unit,
  start: texts.measures.start,
  target: texts.measures.target,
  value: texts.measures.current
}

const maxLengths: Record<Name, number> = { name: nameLength, unit: unitLength, start: 40, target: 40, value: 40 }

const maxQuantity = 1e15

const decimal = decimalSign()

/** The data of the event, or the errors by input. */
const read = (form: HTMLFormElement): { readonly errors: FieldErrors } | { readonly data: EventData } => {
  const data = new FormData(form)
  const textOf = (name: Name): string => String(data.get(name)).trim()
  const numberOf = (name: Name): number | undefined => parseNumber(textOf(name), decimal)
  const [start, target, value] = [numberOf("start"), numberOf("target"), numberOf("value")]
  const errors: FieldErrors = {}
  if (textOf("name") === "") errors.name = texts.measures.nameMissing
  if (start === undefined) errors.start = texts.measures.notANumber
  if (target === undefined) errors.target = texts.measures.notANumber
  else if (target === start) errors.target = texts.measures.sameAsStart
  if (value === undefined && textOf("value") !== "") errors.value = texts.measures.notANumber
  for (const name of ["start", "target", "value"] as const) {
    if (Math.abs(numberOf(name) ?? 0) > maxQuantity) errors[name] = texts.measures.tooLarge
  }
  if (start === undefined || target === undefined || Object.keys(errors).length > 0) return { errors }
  const unit = textOf("unit")
  return {
    data: { name: textOf("name"), start, target, ...(unit !== "" && { unit }), ...(value !== undefined && { value }) }
  }
}

interface Props {
  readonly teamId: string
  readonly objectiveId: string
  readonly onClose: () => void
}

export const NewMeasure = ({ teamId, objectiveId, onClose }: Props) => {
  const { submissions } = useWorkspace()
  const id = useId()
  const fieldErrors = useSignal<FieldErrors>({})
  const { isBusy, error, onSubmit } = useFormState(async (form) => {
    const input = read(form)
    fieldErrors.value = "errors" in input ? input.errors : {}
    if ("errors" in input) {
      const first = names.find((name) => input.errors[name] !== undefined)
      form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
      return ""
    }
    const refusal = refusalText(await submissions.create("create_progress", objectiveId, input.data, teamId))
    if (refusal === "") onClose()
    return refusal
  })
  return (
    <Dialog title={texts.measures.addTitle} onClose={onClose}>
      <form class="new-measure" onSubmit={onSubmit} noValidate>
        {names.map((name) => (
          <label key={name} class={name}>
            <span>{labels[name]}</span>
            <input
              name={name}
              maxLength={maxLengths[name]}
              autocomplete="off"
              inputMode={name === "name" || name === "unit" ? "text" : "decimal"}
              aria-invalid={fieldErrors.value[name] !== undefined}
              aria-describedby={`${id}-${name}`}
            />
            <span id={`${id}-${name}`} class="trouble">
              {fieldErrors.value[name]}
            </span>
          </label>
        ))}
        <p class="quiet small-text">{texts.measures.unchanging}</p>
        <p class="trouble" role="alert">
          {error.value}
        </p>
        <p class="actions">
          <button type="submit" class="primary" aria-disabled={isBusy.value}>
            {texts.measures.create}
          </button>
          <button type="button" class="button" onClick={onClose}>
            {texts.common.cancel}
          </button>
        </p>
      </form>
    </Dialog>
  )
}
