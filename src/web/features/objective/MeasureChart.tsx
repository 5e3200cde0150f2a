import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { dateOfDay, dayOf } from "../../../shared/Days.ts"
import { FormattedText } from "../../parts/markdown/FormattedText.tsx"
import { roundedLike } from "../../parts/status/MeasureProgress.ts"
import { TimeAgo } from "../../parts/status/TimeAgo.tsx"
import { shownTime } from "../../session/Moment.ts"
import { moment } from "../../session/Route.ts"
import { inUnit } from "../../texts/MeasureTexts.ts"
import { days } from "../../texts/values/Clock.ts"
import { formatDay, formatNumber } from "../../texts/values/PageFormats.ts"
import { makePeople } from "../../workspace/People.ts"
import type { Measure, Objective } from "../../workspace/Team.ts"
import { useFeatureState } from "../../workspace/UseWorkspace.ts"
import { type Chart, chartOf, expectedValueAt, nearestPoint } from "./ChartLayout.ts"
import type { LoadedCheckIn } from "./CheckIns.ts"
import * as texts from "./ObjectiveTexts.ts"

interface Props {
  readonly objective: Pick<Objective, "createdAt" | "startDate" | "dueDate">
  readonly measure: Measure
  /** Newest first; at least one. */
  readonly checkIns: ReadonlyArray<LoadedCheckIn>
}

const dayText = (at: number): string => formatDay(dateOfDay(days().at(at)))

interface LinesProps {
  readonly chart: Chart
}

/** The lines are stretched to the chart's size, their width is not. */
const Lines = ({ chart: { line, targetY, todayX, expected } }: LinesProps) => (
  <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
    <path class="today" d={`M${todayX} 0V100`} />
    <path class="goal" d={`M0 ${targetY}H100`} />
    {expected !== undefined && (
      <path class="expected" d={`M${expected.from.x} ${expected.from.y}L${expected.to.x} ${expected.to.y}`} />
    )}
    <path class="course" d={line} />
  </svg>
)

/** Labels nearer to each other than this, in per cent of the height or the width, would overlap. */
const [minHeightBetween, minWidthBetween] = [10, 18]

const Axes = ({ chart, measure: { start, target } }: LinesProps & Pick<Props, "measure">) => {
  const { startY, targetY, todayX, from, to } = chart
  const isTodayShown = todayX > minWidthBetween && todayX < 100 - minWidthBetween
  return (
    <div aria-hidden="true">
      <span class="y-label" style={{ top: `${targetY}%` }}>
        {formatNumber(target)}
      </span>
      {Math.abs(startY - targetY) > minHeightBetween && (
        <span class="y-label" style={{ top: `${startY}%` }}>
          {formatNumber(start)}
        </span>
      )}
      <span class="x-label" style={{ insetInlineStart: 0 }}>
        {dayText(from)}
      </span>
      {isTodayShown && (
        <span class="x-label today" style={{ left: `${todayX}%` }}>
          {moment.value === "" ? texts.page.today : formatDay(moment.value)}
        </span>
      )}
      <span class="x-label" style={{ insetInlineEnd: 0 }}>
        {dayText(to)}
      </span>
    </div>
  )
}

interface ReadoutProps {
  readonly checkIn: LoadedCheckIn
  readonly unit: string
  readonly expected: string
}

/** What is said about one check-in. */
const Readout = ({ checkIn: { value, confidence, note, timestamp, actorName }, unit, expected }: ReadoutProps) => {
  const { called } = useFeatureState(makePeople)
  return (
    <div class="readout">
      <p>
        <strong>{inUnit(value, unit)}</strong>
        <span class="quiet small-text">
          {expected !== "" && ` · ${texts.page.expected(expected)}`}
          {confidence !== null && ` · ${texts.checkIns.confidenceOf(confidence)}`}
          {" · "}
          {dayText(Date.parse(timestamp))},{" "}
          <TimeAgo timestamp={timestamp} text={(ago) => texts.checkIns.by(called(actorName), ago)} />
        </span>
      </p>
      {note !== "" && (
        <div class="said">
          <FormattedText text={note} />
        </div>
      )}
    </div>
  )
}

const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY
}

/**
 * The check-ins of a measure over time. Pointing, touching and the arrow keys choose one of them, which is read out below.
 */
export const MeasureChart = ({ objective: { createdAt, startDate, dueDate }, measure, checkIns }: Props) => {
  const ordered = checkIns.toReversed()
  const last = ordered.length - 1
  const chosen = useSignal<number | undefined>(undefined)
  const at = Math.min(chosen.value ?? last, last)
  // A new check-in is read out, whichever was chosen before.
  useEffect(() => {
    chosen.value = undefined
  }, [checkIns[0]?.sequenceNumber])
  const given = {
    measure,
    values: ordered.map(({ timestamp, value }) => ({ at: Date.parse(timestamp), value })),
    createdAt: Date.parse(createdAt),
    startsAt: startDate === null ? undefined : days().momentOf(dayOf(startDate)),
    dueAt: dueDate === null ? undefined : days().momentOf(dayOf(dueDate) + 1) - 1,
    now: shownTime()
  }
  const chart = chartOf(given)
  const checkIn = ordered[at]
  if (checkIn === undefined) return null
  const steady = expectedValueAt(given, Date.parse(checkIn.timestamp))
  const expected = steady === undefined ? "" : inUnit(roundedLike(measure, steady), measure.unit)
  const point = ({ currentTarget, clientX }: { readonly currentTarget: HTMLElement; readonly clientX: number }) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    chosen.value = nearestPoint(chart.points, ((clientX - left) / width) * 100)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = keySteps[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    chosen.value = Math.max(0, Math.min(last, at + step))
  }
  return (
    <figure class="chart">
      <div
        class="plot"
        role="slider"
        tabIndex={0}
        aria-label={texts.page.chartOf(measure.name)}
        aria-valuemin={1}
        aria-valuemax={ordered.length}
        aria-valuenow={at + 1}
        aria-valuetext={texts.page.point(
          dayText(Date.parse(checkIn.timestamp)),
          inUnit(checkIn.value, measure.unit),
          checkIn.note
        )}
        onPointerMove={point}
        onPointerDown={point}
        onKeyDown={onKeyDown}
      >
        <Axes chart={chart} measure={measure} />
        <Lines chart={chart} />
        {chart.points.map(({ x, y }, index) => (
          <span
            key={index}
            class={`point ${index === at ? "chosen" : ""} ${ordered[index]?.note === "" ? "" : "with-note"}`}
            style={{ left: `${x}%`, top: `${y}%` }}
          />
        ))}
      </div>
      <p class="chart-legend" aria-hidden="true">
        <span class="course">{texts.measures.value}</span>
        <span class="goal">{texts.measures.target}</span>
        {chart.expected !== undefined && <span class="expected">{texts.page.expectedLine}</span>}
      </p>
      <Readout checkIn={checkIn} unit={measure.unit} expected={expected} />
    </figure>
  )
}
