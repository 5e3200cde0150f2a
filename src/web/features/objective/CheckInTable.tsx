import { percentOfMeasure } from "../../../shared/Percent.ts"
import { FormattedText } from "../../parts/markdown/FormattedText.tsx"
import { Avatar } from "../../parts/status/Avatar.tsx"
import { inUnit } from "../../texts/MeasureTexts.ts"
import { formatDay } from "../../texts/values/PageFormats.ts"
import { makePeople } from "../../workspace/People.ts"
import type { Measure } from "../../workspace/Team.ts"
import { useFeatureState } from "../../workspace/UseWorkspace.ts"
import type { LoadedCheckIn } from "./CheckIns.ts"
import * as texts from "./ObjectiveTexts.ts"

interface Props {
  readonly measure: Measure
  /** Newest first. */
  readonly checkIns: ReadonlyArray<LoadedCheckIn>
}

/** The check-ins of a measure in words and numbers, as its chart shows them. */
export const CheckInTable = ({ measure, checkIns }: Props) => {
  const { called } = useFeatureState(makePeople)
  return (
    <details class="check-in-table">
      <summary>{texts.page.all(checkIns.length)}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it where it is too wide */}
      <section aria-label={texts.page.all(checkIns.length)} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {Object.values(texts.page.columns).map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {checkIns.map(({ sequenceNumber, date, value, confidence, note, actorName }) => (
              <tr key={sequenceNumber}>
                <td>{formatDay(date)}</td>
                <td>{inUnit(value, measure.unit)}</td>
                <td>{percentOfMeasure({ ...measure, value })}%</td>
                <td>{confidence === null ? "–" : `${confidence}/10`}</td>
                <td class="said">
                  <FormattedText text={note} />
                </td>
                <td>
                  <Avatar name={called(actorName)} />
                  {called(actorName)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
