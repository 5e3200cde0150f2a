import { percentOfMeasure } from "../../../shared/Percent.ts"
import { FormattedText } from "../../parts/markdown/FormattedText.tsx"
import { Avatar } from "../../parts/status/Avatar.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { inUnit } from "../../texts/MeasureTexts.ts"
import { formatDay } from "../../texts/values/PageFormats.ts"
import { makePeople } from "../../workspace/People.ts"
import type { Measure } from "../../workspace/Team.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import type { LoadedCheckIn } from "./CheckIns.ts"
import * as texts from "./ObjectiveTexts.ts"

interface Props {
  readonly measure: Measure
  /** Newest first. */
  readonly checkIns: ReadonlyArray<LoadedCheckIn>
  readonly teamId: string
  /** Opens the form with a check-in that is to be corrected; undefined where it can't be opened now. */
  readonly onCorrect: ((checkIn: LoadedCheckIn) => void) | undefined
}

/** The buttons that correct a check-in and take it out. */
const Actions = ({
  measure,
  teamId,
  onCorrect,
  checkIn
}: Omit<Props, "checkIns"> & { readonly checkIn: LoadedCheckIn }) => {
  const { deletions } = useWorkspace()
  const { sequenceNumber, date, value } = checkIn
  const title = texts.page.checkIn(inUnit(value, measure.unit), formatDay(date))
  return (
    <td>
      <button
        type="button"
        class="icon-button"
        title={texts.page.correct(title)}
        disabled={onCorrect === undefined}
        onClick={() => onCorrect?.(checkIn)}
      >
        <Icon name="pencil" size={14} />
      </button>
      <button
        type="button"
        class="icon-button"
        title={texts.page.takeOut(title)}
        onClick={() => void deletions.takeOut({ teamId, measureId: measure.id, sequenceNumber, title })}
      >
        <Icon name="trash" size={14} />
      </button>
    </td>
  )
}

/** The check-ins of a measure in words and numbers, as its chart shows them. */
export const CheckInTable = ({ checkIns, ...props }: Props) => {
  const { called } = useFeatureState(makePeople)
  const { deletions, session } = useWorkspace()
  const { measure } = props
  const mayEdit = session.canEdit.value
  const shown = checkIns.filter(({ sequenceNumber }) => !deletions.hasCheckIn(sequenceNumber))
  return (
    <details class="check-in-table">
      <summary>{texts.page.all(shown.length)}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it where it is too wide */}
      <section aria-label={texts.page.all(shown.length)} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {Object.values(texts.page.columns).map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
              {mayEdit && <td />}
            </tr>
          </thead>
          <tbody>
            {shown.map((checkIn) => (
              <tr key={checkIn.sequenceNumber}>
                <td>{formatDay(checkIn.date)}</td>
                <td>{inUnit(checkIn.value, measure.unit)}</td>
                <td>{percentOfMeasure({ ...measure, value: checkIn.value })}%</td>
                <td>{checkIn.confidence === null ? "–" : `${checkIn.confidence}/10`}</td>
                <td class="said">
                  <FormattedText text={checkIn.note} />
                </td>
                <td>
                  <Avatar name={called(checkIn.actorName)} />
                  {called(checkIn.actorName)}
                </td>
                {mayEdit && <Actions {...props} checkIn={checkIn} />}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
