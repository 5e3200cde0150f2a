import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import type { CheckIn } from "../../../shared/FieldEdits.ts"
import { EntityMenu } from "../../parts/dialogs/EntityMenu.tsx"
import type { MenuItem } from "../../parts/dialogs/Menu.tsx"
import { FieldNotice } from "../../parts/fields/FieldNotice.tsx"
import { focusInNextFrame } from "../../parts/fields/FocusField.ts"
import { FormattedText } from "../../parts/markdown/FormattedText.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { Meter } from "../../parts/status/Meter.tsx"
import { SaidBy } from "../../parts/status/SaidBy.tsx"
import { pathOf } from "../../session/Route.ts"
import { checkInLabel, definitionLabel, inUnit, wrongWayText } from "../../texts/MeasureTexts.ts"
import { formatNumber } from "../../texts/values/PageFormats.ts"
import { field as fieldOf } from "../../workspace/Field.ts"
import type { Measure, Objective, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { CheckInForm } from "./CheckInForm.tsx"
import type { LoadedCheckIn } from "./CheckIns.ts"
import { CheckInTable } from "./CheckInTable.tsx"
import { MeasureChart } from "./MeasureChart.tsx"
import { MeasureCorrection } from "./MeasureDialog.tsx"
import { useNamedPart } from "./NamedPart.ts"
import { type MeasureForecast, measureForecast } from "./ObjectiveForecast.ts"
import * as texts from "./ObjectiveTexts.ts"
import { CheckInSparkline } from "./Sparkline.tsx"

interface Props {
  readonly team: Team
  readonly objective: Objective
  readonly measure: Measure
  /** Newest first; undefined until loaded. */
  readonly checkIns: ReadonlyArray<LoadedCheckIn> | undefined
  /** Whether the check-ins are on their way: room is kept for a chart. */
  readonly isLoading: boolean
  /** Whether it has a chart instead of a small line. */
  readonly hasChart: boolean
  /** Undefined where it is not shown. */
  readonly forecast: MeasureForecast | undefined
}

/** What was said last. */
const LastCheckIn = ({ measure }: Pick<Props, "measure">) => {
  const { confidence, note } = measure
  return (
    <>
      {note !== "" && (
        <div class="said">
          <FormattedText text={note} />
        </div>
      )}
      <p class="quiet small-text">
        {confidence !== null && <>{texts.checkIns.confidenceOf(confidence)} · </>}
        <SaidBy measure={measure} />
      </p>
    </>
  )
}

interface HeadingProps {
  readonly measure: Measure
  readonly forecast: MeasureForecast
  readonly dueDate: string | null
}

/** Where a measure is heading. */
const Heading = ({ measure, forecast, dueDate }: HeadingProps) => {
  const text = measureForecast(measure, forecast, dueDate)
  return text === "" ? null : <p class="forecast small-text">{text}</p>
}

export const MeasureRow = ({ team, objective, measure, checkIns = [], isLoading, hasChart, forecast }: Props) => {
  const { outbox, flashes, session, teams } = useWorkspace()
  const { id, name, unit, start, target, value, percent, confidence, note } = measure
  const worse = wrongWayText(measure)
  const row = useRef<HTMLLIElement>(null)
  const mark = useNamedPart(id, row)
  const field = fieldOf("progress.value", team.id, id)
  const { edits } = outbox
  const hasEdit = edits.of(field).value !== undefined
  const isCorrecting = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  /** Whether the user has opened the form here: one that is open because of a stored edit takes no focus. */
  const wasOpened = useRef(false)
  useLayoutEffect(() => {
    if (hasEdit || !wasOpened.current) return
    wasOpened.current = false
    focusInNextFrame(() => button.current)
  }, [hasEdit])
  const flash = flashes.of(id).value
  const shown = () => teams.valueAsShown(team.id, { value, confidence, note })
  const open = (checkIn: CheckIn): void => {
    wasOpened.current = true
    edits.setValue(field, shown(), checkIn)
  }
  const correct = ({ value, confidence, note, date, sequenceNumber }: LoadedCheckIn): void =>
    open({ value, confidence, note, date, replaces: sequenceNumber })
  const correction: MenuItem = {
    label: texts.measures.correctEntry,
    icon: "pencil",
    onSelect: () => (isCorrecting.value = true)
  }
  const focusInput = () => requestAnimationFrame(() => row.current?.querySelector("input")?.focus())
  return (
    <li ref={row} class={`measure ${mark}`} data-address={pathOf.part(team.id, objective.id, id)}>
      <div class="measure-head">
        <span class="name">{name}</span>
        {session.canEdit.value && !hasEdit && (
          <button
            ref={button}
            type="button"
            class="small"
            data-check-in-form
            aria-label={texts.checkIns.checkInOf(name)}
            onClick={() => open({ value, confidence, note: "" })}
          >
            {texts.checkIns.checkIn}
          </button>
        )}
        <EntityMenu
          {...{ type: "progress", teamId: team.id, entityId: id, title: name }}
          items={() => (session.canEdit.peek() ? [correction] : [])}
        />
      </div>
      <div class="measure-now">
        <p class={`figures ${flash?.kind === "progress.value" ? "flash" : ""}`} title={texts.measures.figuresHint}>
          <span class="quiet">{formatNumber(start)}</span>
          <Icon name="right" size={12} />
          <strong>{formatNumber(value)}</strong>
          <Icon name="right" size={12} />
          <span class="quiet">{inUnit(target, unit)}</span>
        </p>
        {!hasChart && <CheckInSparkline measure={measure} values={checkIns.map(({ value }) => value).toReversed()} />}
      </div>
      {worse !== "" && <p class="late">{worse}</p>}
      <Meter percent={percent} label={texts.alignment.progressOf(name)} />
      {hasEdit && session.canEdit.value && (
        <CheckInForm field={field} measure={measure} shown={shown} isOpened={wasOpened.current} />
      )}
      {hasChart && isLoading && value !== start && <div class="chart-space" />}
      {hasChart && checkIns.length > 0 && (
        <>
          <MeasureChart objective={objective} measure={measure} checkIns={checkIns} />
          <CheckInTable
            measure={measure}
            checkIns={checkIns}
            teamId={team.id}
            onCorrect={hasEdit ? undefined : correct}
          />
        </>
      )}
      {!(hasChart && checkIns.length > 0) && <LastCheckIn measure={measure} />}
      {/* Below the chart, which it would push down when it arrives. */}
      {forecast !== undefined && percent < 100 && <Heading {...{ measure, forecast, dueDate: objective.dueDate }} />}
      <FieldNotice
        field={fieldOf("progress.definition", team.id, id)}
        shown={() => teams.valueAsShown(team.id, { name, unit, start, target })}
        format={definitionLabel}
        label={texts.measures.definition}
      />
      {isCorrecting.value && (
        <MeasureCorrection team={team} measure={measure} onClose={() => (isCorrecting.value = false)} />
      )}
      <FieldNotice field={field} shown={shown} format={checkInLabel(unit)} onEdit={focusInput} isEditing />
    </li>
  )
}
