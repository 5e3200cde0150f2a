import { useId, useMemo } from "preact/hooks"
import { maxMagnitude, nameLength, unitLength } from "../../../shared/Limits.ts"
import { type FieldErrors, FormDialog } from "../../parts/FormDialog.tsx"
import { useSignal } from "../../parts/Signals.ts"
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

const labels: Record<Name, string> = {
  name: texts.measures.name,
  unit: texts.measures.unit,
  start: texts.measures.start,
  target: texts.measures.target,
  value: texts.measures.current
}

/** Of the texts; the others are numbers. */
const maxLengths: Partial<Record<Name, number>> = { name: nameLength, unit: unitLength }

const decimal = decimalSign()

const textIn = (form: HTMLFormElement, name: Name): string => String(new FormData(form).get(name) ?? "").trim()

const numberIn = (form: HTMLFormElement, name: Name): number | undefined => parseNumber(textIn(form, name), decimal)

const check = (form: HTMLFormElement): FieldErrors => {
  const tooLong = (name: Name): string => lengthError(textIn(form, name), maxLengths[name] ?? Number.POSITIVE_INFINITY)
  const ofNumber = (name: Name): string => {
    const number = numberIn(form, name)
    if (number === undefined) return texts.measures.notANumber
    return Math.abs(number) > maxMagnitude ? texts.measures.tooLarge : ""
  }
  const isSame = numberIn(form, "target") === numberIn(form, "start")
  return {
    name: textIn(form, "name") === "" ? texts.measures.nameMissing : tooLong("name"),
    unit: tooLong("unit"),
    start: ofNumber("start"),
    target: ofNumber("target") || (isSame ? texts.measures.sameAsStart : ""),
    value: textIn(form, "value") === "" ? "" : ofNumber("value")
  }
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
  /** Said while the user types. */
  const tooLong = useSignal<FieldErrors>({})
  return (
    <FormDialog
      title={title}
      label={action}
      class="new-measure"
      check={check}
      submit={(form) =>
        save({
          name: textIn(form, "name"),
          unit: textIn(form, "unit"),
          start: numberIn(form, "start") ?? 0,
          target: numberIn(form, "target") ?? 0,
          value: numberIn(form, "value")
        })
      }
      onClose={onClose}
    >
      {(errors) =>
        names.map((name) => {
          const error = tooLong.value[name] || errors[name]
          return (
            <label key={name} class={name}>
              <span>{labels[name]}</span>
              <input
                name={name}
                autofocus={name === "name"}
                onFocus={({ currentTarget }) => currentTarget.select()}
                defaultValue={initial[name] ?? ""}
                autocomplete="off"
                inputMode={maxLengths[name] === undefined ? "decimal" : "text"}
                onInput={({ currentTarget: { value } }) => {
                  const limit = maxLengths[name]
                  if (limit !== undefined) tooLong.value = { ...tooLong.peek(), [name]: lengthError(value, limit) }
                }}
                aria-invalid={!!error}
                aria-describedby={`${id}-${name}`}
              />
              <span id={`${id}-${name}`} class="trouble" role="status">
                {error}
              </span>
            </label>
          )
        })
      }
    </FormDialog>
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
  const { drafts, teams } = useWorkspace()
  const seen = useMemo(() => teams.valueAsShown(team.id, definitionText(measure)), [])
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
