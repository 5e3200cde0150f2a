import * as texts from "../../texts/SharedTexts.ts"
import type { Dates } from "../../workspace/objective/PlannedDates.ts"
import type { DaysChoice } from "../../workspace/Panels.ts"
import { FormField } from "../fields/FormField.tsx"
import { FormDialog } from "./FormDialog.tsx"

interface Props extends DaysChoice {
  readonly onClose: () => void
}

const datesIn = (form: HTMLFormElement): Dates => {
  const typed = new FormData(form)
  const dateOf = (name: string): string | null => String(typed.get(name) ?? "") || null
  return { startDate: dateOf("startDate"), dueDate: dateOf("dueDate") }
}

/** Asks for the first and the last day of an objective's period, each of which it may lack. */
export const PeriodDialog = ({ title, startDate, dueDate, save, onClose }: Props) => (
  <FormDialog
    title={title}
    label={texts.common.save}
    check={(form) => {
      const { startDate, dueDate } = datesIn(form)
      const isReversed = startDate !== null && dueDate !== null && startDate > dueDate
      return isReversed ? { dueDate: texts.periods.dueBeforeStart } : {}
    }}
    submit={async (form) => {
      save(datesIn(form))
      return ""
    }}
    onClose={onClose}
  >
    {(errors) => (
      <>
        <FormField isDate autofocus name="startDate" label={texts.periods.start} defaultValue={startDate ?? ""} />
        <FormField
          isDate
          name="dueDate"
          label={texts.periods.due}
          defaultValue={dueDate ?? ""}
          error={errors.dueDate}
        />
      </>
    )}
  </FormDialog>
)
