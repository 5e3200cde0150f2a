import { useLayoutEffect, useRef } from "preact/hooks"
import { dayOf } from "../../../shared/Days.ts"
import { decimalSign } from "../../../shared/Quantities.ts"
import { ConfidenceSelect } from "../../parts/fields/ConfidenceSelect.tsx"
import { FieldNotice } from "../../parts/fields/FieldNotice.tsx"
import { OutlierQuestion } from "../../parts/fields/OutlierQuestion.tsx"
import { valueAt } from "../../parts/status/MeasureProgress.ts"
import { SaidBy } from "../../parts/status/SaidBy.tsx"
import { pathOf } from "../../session/Route.ts"
import { checkInLabel, inUnit, wrongWayText } from "../../texts/MeasureTexts.ts"
import { days, serverToday } from "../../texts/values/Clock.ts"
import { parseNumber, writeNumber } from "../../texts/values/NumberTexts.ts"
import type { Measure } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import type { CheckInState } from "./CheckInState.ts"
import * as texts from "./CheckInTexts.ts"

interface Props {
  readonly state: CheckInState
  readonly objectiveId: string
  readonly measure: Measure
  /** The days without a check-in from which its objective is stale. */
  readonly staleAfter: number
  /** The percentage of the way that is expected today; null for none. */
  readonly expected: number | null
}

const decimal = decimalSign()

const readValue = (text: string, { unit }: Measure): number | string => parseNumber(text, decimal, unit) ?? text.trim()

const writeValue = (value: number | string): string => (typeof value === "number" ? writeNumber(value, decimal) : value)

/** Whether nobody has checked in on the measure for as long as makes an objective stale. */
export const isStaleMeasure = ({ date, updatedAt }: Measure, staleAfter: number): boolean =>
  serverToday() - (date === null ? days().of(updatedAt) : dayOf(date)) >= staleAfter

const Inputs = ({ state, measure }: Pick<Props, "state" | "measure">) => {
  const input = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const { value = "", confidence = measure.confidence, note = "" } = state.typed(measure) ?? {}
  const trouble = state.trouble(measure)
  const column = texts.valueOf(state.day.value)
  const id = `trouble-${measure.id}`
  // What is typed stays as it is typed as long as it says the same as the edit.
  useLayoutEffect(() => {
    if (input.current !== null && readValue(input.current.value, measure) !== value)
      input.current.value = writeValue(value)
    if (area.current !== null && area.current.value !== note) area.current.value = note
  })
  return (
    <>
      <td class="value">
        <span class="cell-label">{column}</span>
        <input
          ref={input}
          name="value"
          inputMode="decimal"
          autocomplete="off"
          aria-label={texts.fieldOf(column, measure.name)}
          aria-invalid={trouble !== ""}
          aria-describedby={id}
          onInput={({ currentTarget }) => state.type(measure, { value: readValue(currentTarget.value, measure) })}
          // A question that appears while a button is being pressed would not be seen before it is answered.
          onBlur={({ relatedTarget }) => {
            if (!(relatedTarget instanceof HTMLButtonElement)) state.leave(measure)
          }}
        />
        <p id={id} class="trouble" role="alert">
          {trouble}
        </p>
        {typeof value === "number" && state.isAsked(measure) && <OutlierQuestion measure={measure} value={value} />}
      </td>
      <td class="confidence">
        <span class="cell-label">{texts.columns.confidence}</span>
        <ConfidenceSelect
          confidence={confidence}
          aria-label={texts.fieldOf(texts.columns.confidence, measure.name)}
          onInput={({ currentTarget }) =>
            state.type(measure, { confidence: currentTarget.value === "" ? null : Number(currentTarget.value) })
          }
        />
      </td>
      <td class="note">
        <span class="cell-label">{texts.columns.note}</span>
        <textarea
          ref={area}
          rows={1}
          aria-label={texts.fieldOf(texts.columns.note, measure.name)}
          onInput={({ currentTarget }) => state.type(measure, { note: currentTarget.value })}
        />
      </td>
    </>
  )
}

/** One measure: what was said last, what is expected, and what is said now. */
export const CheckInRow = ({ state, objectiveId, measure, staleAfter, expected }: Props) => {
  const { flashes, session } = useWorkspace()
  const { id, name, unit, value, percent, confidence, note } = measure
  const row = useRef<HTMLTableRowElement>(null)
  const mayEdit = session.canEdit.value
  const isFlashing = flashes.of(id).value?.kind === "progress.value"
  const worse = wrongWayText(measure)
  const said = checkInLabel(unit)({ value, confidence, note })
  return (
    <>
      <tr
        ref={row}
        class="check-in-row"
        data-measure={id}
        onKeyDown={({ key, isComposing }) => {
          if (key === "Escape" && !isComposing) state.clear(measure)
        }}
      >
        <th scope="row">
          <a href={pathOf.part(state.team.id, objectiveId, id)} dir="auto">
            {name}
          </a>
          {isStaleMeasure(measure, staleAfter) && <span class="tag">{texts.stale}</span>}
        </th>
        <td class={`last ${isFlashing ? "flash" : ""}`} title={said}>
          <span class="cell-label">{texts.columns.last}</span>
          <strong>{inUnit(value, unit)}</strong> {worse !== "" && <span class="late">{worse}</span>}
          <span class="quiet small-text">
            {" · "}
            <SaidBy measure={measure} />
          </span>
        </td>
        <td class={`expected ${expected !== null && percent < expected ? "is-behind" : ""}`}>
          <span class="cell-label">{texts.columns.expected}</span>
          {expected === null ? <span class="quiet">–</span> : inUnit(valueAt(measure, expected), unit)}
        </td>
        {mayEdit && <Inputs state={state} measure={measure} />}
      </tr>
      <tr class="check-in-notice">
        <td colSpan={mayEdit ? 6 : 3}>
          <FieldNotice
            field={state.fieldOf(measure)}
            shown={() => state.shown(measure)}
            format={checkInLabel(unit)}
            onEdit={() => row.current?.querySelector("input")?.focus()}
            isEditing
          />
        </td>
      </tr>
    </>
  )
}
