import { useSignal } from "@preact/signals"
import { useId, useMemo } from "preact/hooks"
import { nameLength, unitLength } from "../../../shared/Limits.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { useFormState } from "../../parts/FormState.ts"
import { lengthError } from "../../parts/TextLength.ts"
import { type Definition, definitionText } from "../../texts/Definition.ts"
import { refusalText } from "../../texts/FailureTexts.ts"
import { decimalSign } from "../../texts/Quantities.ts"
import { field } from "../../workspace/Field.ts"
import type { Measure, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { parseNumber, writeNumber } from "./Numbers.ts"
import * as texts from "./Texts.ts"

const definitionNames = ["name", "unit", "start", "target"] as const

type Name = (typeof definitionNames)[number] | "value"

interface Input extends Definition {
  /** Undefined when left empty, or not asked for. */
  readonly value: number | undefined
}

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

/** The input, or its errors. */
const read = (form: HTMLFormElement): { readonly errors: FieldErrors } | { readonly data: Input } => {
  const data = new FormData(form)
  const textOf = (name: Name): string => String(data.get(name) ?? "").trim()
  const numberOf = (name: Name): number | undefined => parseNumber(textOf(name), decimal)
  const [start, target, value] = [numberOf("start"), numberOf("target"), numberOf("value")]
  const errors: FieldErrors = {}
  for (const name of Object.keys(maxLengths) as ReadonlyArray<Name>) {
    const error = lengthError(textOf(name), maxLengths[name])
    if (error !== "") errors[name] = error
  }
  if (textOf("name") === "") errors.name = texts.measures.nameMissing
  if (start === undefined) errors.start ??= texts.measures.notANumber
  if (target === undefined) errors.target ??= texts.measures.notANumber
  else if (target === start) errors.target = texts.measures.sameAsStart
  if (value === undefined && textOf("value") !== "") errors.value ??= texts.measures.notANumber
  for (const name of ["start", "target", "value"] as const) {
    if (Math.abs(numberOf(name) ?? 0) > maxQuantity) errors[name] = texts.measures.tooLarge
  }
  if (start === undefined || target === undefined || Object.keys(errors).length > 0) return { errors }
  return { data: { name: textOf("name"), unit: textOf("unit"), start, target, value } }
}

interface FormProps {
  readonly title: string
  readonly names: ReadonlyArray<Name>
  /** The initial texts of the inputs. */
  readonly initial: Partial<Record<Name, string>>
  readonly action: string
  readonly onClose: () => void
  /** Resolves to why it was not saved; empty closes the dialog. */
  readonly save: (input: Input) => Promise<string>
}

const MeasureForm = ({ title, names, initial, action, onClose, save }: FormProps) => {
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
    const refusal = await save(input.data)
    if (refusal === "") onClose()
    return refusal
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="new-measure" onSubmit={onSubmit} noValidate>
        {names.map((name) => (
          <label key={name} class={name}>
            <span>{labels[name]}</span>
            <input
              name={name}
              defaultValue={initial[name] ?? ""}
              autocomplete="off"
              inputMode={name === "name" || name === "unit" ? "text" : "decimal"}
              onInput={({ currentTarget: { value } }) => {
                fieldErrors.value = { ...fieldErrors.peek(), [name]: lengthError(value, maxLengths[name]) }
              }}
              aria-invalid={(fieldErrors.value[name] ?? "") !== ""}
              aria-describedby={`${id}-${name}`}
            />
            <span id={`${id}-${name}`} class="trouble" role="status">
              {fieldErrors.value[name]}
            </span>
          </label>
        ))}
        <p class="trouble" role="alert">
          {error.value}
        </p>
        <p class="actions">
          <button type="submit" class="primary" aria-disabled={isBusy.value}>
            {action}
          </button>
          <button type="button" class="button" onClick={onClose}>
            {texts.common.cancel}
          </button>
        </p>
      </form>
    </Dialog>
  )
}

interface NewProps {
  readonly teamId: string
  readonly objectiveId: string
  readonly onClose: () => void
}

export const NewMeasure = ({ teamId, objectiveId, onClose }: NewProps) => {
  const { submissions } = useWorkspace()
  return (
    <MeasureForm
      title={texts.measures.addTitle}
      names={[...definitionNames, "value"]}
      initial={{}}
      action={texts.measures.create}
      onClose={onClose}
      save={async ({ value, ...definition }) => {
        const data = value === undefined ? definition : { ...definition, value }
        return refusalText(await submissions.create("create_progress", objectiveId, data, teamId))
      }}
    />
  )
}

interface CorrectionProps {
  readonly team: Team
  readonly measure: Measure
  readonly onClose: () => void
}

/** Corrects what is measured. A change by somebody else while this is open becomes a conflict, shown at the measure. */
export const MeasureCorrection = ({ team, measure, onClose }: CorrectionProps) => {
  const { drafts } = useWorkspace()
  const seen = useMemo(() => ({ text: definitionText(measure), sequenceNumber: team.sequenceNumber.peek() }), [])
  const initial = useMemo(() => {
    const { name, unit, start, target } = measure
    return { name, unit, start: writeNumber(start, decimal), target: writeNumber(target, decimal) }
  }, [])
  return (
    <MeasureForm
      title={texts.measures.correctTitle}
      names={definitionNames}
      initial={initial}
      action={texts.measures.correct}
      onClose={onClose}
      save={async (definition) => {
        void drafts.saveValue(field("progress.definition", team.id, measure.id), seen, definitionText(definition))
        return ""
      }}
    />
  )
}
