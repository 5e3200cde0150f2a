import * as texts from "../../texts/SharedTexts.ts"
import { formatDay } from "../../texts/values/PageFormats.ts"
import { type Dates, dateFields, type Planned, setDates } from "../../workspace/objective/PlannedDates.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { Menu } from "../dialogs/Menu.tsx"
import { FlashBy } from "../status/FlashBy.tsx"
import { Icon } from "../status/Icon.tsx"
import { useChosenDates } from "./ChosenDates.ts"
import { FieldNotice } from "./FieldNotice.tsx"
import { periodChoices } from "./PeriodChoices.ts"

interface Props {
  readonly planned: Planned
  /** Whether there is room for both days, and for words where there are none; else it is the due date, or an icon. */
  readonly isWordy?: boolean
}

interface NoticesProps extends Pick<Props, "planned"> {
  /** As in `FieldNotice`, where a row places the notices separately, because they need more room than the period. */
  readonly control?: string
}

/** The notices of dates that are not saved. */
export const PeriodNotices = ({ planned, ...rest }: NoticesProps) => {
  const { edits } = useWorkspace().outbox
  const { starts, due } = dateFields(planned)
  const { sequenceNumber, startDate, dueDate } = planned
  const notice = (of: typeof starts | typeof due, value: string | null, label: string) =>
    edits.of(of).value !== undefined && (
      <FieldNotice
        field={of}
        shown={() => ({ value, sequenceNumber })}
        format={(date) => formatDay(date ?? "")}
        label={label}
        {...rest}
      />
    )
  return (
    <>
      {notice(starts, startDate, texts.periods.start)}
      {notice(due, dueDate, texts.periods.due)}
    </>
  )
}

interface ChoiceProps extends Props {
  readonly dates: Dates
  readonly class: string
}

const PeriodMenu = ({ planned, dates, isWordy = false, class: name }: ChoiceProps) => {
  const workspace = useWorkspace()
  const set = (dates: Dates): void => setDates(workspace, planned, dates)
  const ask = (): void => {
    workspace.panels.daysChoice.value = { title: texts.periods.title(planned.title), ...dates, save: set }
  }
  const text = textOf(dates, isWordy)
  const isIcon = text === "" && !isWordy
  return (
    <Menu
      label={texts.periods.of(planned.title, texts.periods.periodText(dates))}
      class={isIcon ? `icon-button no-period ${name}` : name}
      items={() => periodChoices({ chosen: dates, set, ask })}
    >
      {isIcon ? <Icon name="calendar" /> : text || <span class="quiet">{texts.periods.none}</span>}
    </Menu>
  )
}

const textOf = (dates: Dates, isWordy: boolean): string =>
  (isWordy ? texts.periods.periodText : texts.periods.shortPeriodText)(dates)

/** When an objective starts and is due, as one field; choosing saves both days. */
export const PeriodField = ({ planned, isWordy = false }: Props) => {
  const workspace = useWorkspace()
  const { outbox, flashes, session } = workspace
  const { starts, due } = dateFields(planned)
  const isEdited = [starts, due].some((field) => outbox.edits.of(field).value !== undefined)
  const flash = isEdited ? undefined : (flashes.ofField(due) ?? flashes.ofField(starts))
  const name = `text ${flash === undefined ? "" : "flash"}`
  const dates = useChosenDates(planned)
  return (
    <div class="period">
      {session.canEdit.value ? (
        <PeriodMenu planned={planned} dates={dates} isWordy={isWordy} class={name} />
      ) : (
        <span class={name}>{textOf(dates, isWordy) || (isWordy ? texts.periods.none : "")}</span>
      )}
      {flash && <FlashBy flash={flash} />}
    </div>
  )
}
