import { useSignal } from "@preact/signals"
import { useMemo } from "preact/hooks"
import type { Definition } from "../../../shared/FieldEdits.ts"
import { maxMagnitude, nameLength, unitLength } from "../../../shared/Limits.ts"
import { decimalSign } from "../../../shared/Quantities.ts"
import { FormDialog } from "../../parts/dialogs/FormDialog.tsx"
import { FormField } from "../../parts/fields/FormField.tsx"
import { lengthError } from "../../parts/fields/LengthError.ts"
import { refusalText } from "../../texts/FailureTexts.ts"
import { parseNumber, writeNumber } from "../../texts/values/NumberTexts.ts"
import { field } from "../../workspace/Field.ts"
import type { Measure, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./ObjectiveTexts.ts"

const definitionNames = ["name", "unit", "start", "target"] as const

type Name = (typeof definitionNames)[number] | "value"

type Input = Definition & {
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
  const typed = useSignal(initial)
  const textOf = (name: Name): string => typed.value[name]?.trim() ?? ""
  const numberOf = (name: Name): number | undefined => parseNumber(textOf(name), decimal)
  const tooLong = (name: Name): string => lengthError(textOf(name), maxLengths[name] ?? Number.POSITIVE_INFINITY)
  const errorOf = (name: Name): string => {
    const isEmpty = textOf(name) === ""
    if (name === "name" && isEmpty) return texts.measures.nameMissing
    if (maxLengths[name] !== undefined || (name === "value" && isEmpty)) return tooLong(name)
    const number = numberOf(name)
    if (number === undefined) return texts.checkIns.notANumber
    if (Math.abs(number) > maxMagnitude) return texts.measures.tooLarge
    return name === "target" && number === numberOf("start") ? texts.measures.sameAsStart : ""
  }
  return (
    <FormDialog
      title={title}
      label={action}
      class="new-measure"
      check={() => Object.fromEntries(names.map((name) => [name, errorOf(name)]))}
      submit={() =>
        save({
          name: textOf("name"),
          unit: textOf("unit"),
          start: numberOf("start") ?? 0,
          target: numberOf("target") ?? 0,
          value: numberOf("value")
        })
      }
      onClose={onClose}
    >
      {(errors) =>
        names.map((name) => (
          <FormField
            key={name}
            name={name}
            label={labels[name]}
            autofocus={name === "name"}
            onFocus={({ currentTarget }) => currentTarget.select()}
            inputMode={maxLengths[name] === undefined ? "decimal" : "text"}
            value={typed.value[name] ?? ""}
            onText={(text) => (typed.value = { ...typed.peek(), [name]: text })}
            error={tooLong(name) || errors[name]}
          />
        ))
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
  const { outbox, undo } = useWorkspace()
  return (
    <MeasureForm
      title={texts.measures.addTitle}
      names={[...definitionNames, "value"]}
      initial={{}}
      action={texts.measures.create}
      onClose={onClose}
      save={async ({ value, ...definition }) => {
        const data = value === undefined ? definition : { ...definition, value }
        const body = { eventType: "create_progress", targetId: objectiveId, data } as const
        const answer = await outbox.submit(body, { teamId })
        const refusal = refusalText(answer)
        const subject = texts.undo.creationOf(definition.name)
        if (answer.ok && refusal === "") undo.remember({ sequenceNumber: answer.value.sequenceNumber, subject })
        return refusal
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
  const { outbox, teams } = useWorkspace()
  const { name, unit, start, target } = measure
  const seen = useMemo(() => teams.valueAsShown(team.id, { name, unit, start, target }), [])
  return (
    <MeasureForm
      title={texts.measures.correctTitle}
      names={definitionNames}
      initial={{ name, unit, start: writeNumber(start, decimal), target: writeNumber(target, decimal) }}
      action={texts.measures.correct}
      onClose={onClose}
      save={async ({ name, unit, start, target }) => {
        const definition = { name, unit, start, target }
        void outbox.edits.saveValue(field("progress.definition", team.id, measure.id), seen, definition)
        return ""
      }}
    />
  )
}
