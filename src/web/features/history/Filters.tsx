import type { Signal } from "@preact/signals"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import { changeKindOf, changeKinds, fieldOf, type HistoryFilter } from "./HistoryFilter.ts"
import * as history from "./HistoryTexts.ts"

interface Option {
  readonly value: string
  readonly label: string
}

interface Props {
  readonly filter: Signal<HistoryFilter>
  /** The loaded entries; only values that occur in them are offered. */
  readonly entries: ReadonlyArray<HistoryEntry>
  /** Offered in the log of all teams. */
  readonly teams?: ReadonlyArray<Option>
}

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)].filter(Boolean).sort()

type Choice = "actor" | "kind" | "field" | "teamId"
type Switch = "consequences" | "rejected"

export const Filters = ({ filter, entries, teams = [] }: Props) => {
  const current = filter.value
  const update = (change: Partial<HistoryFilter>): void => {
    filter.value = { ...filter.peek(), ...change }
  }
  const choice = (name: Choice, label: string, all: string, options: ReadonlyArray<Option>) =>
    (options.length > 1 || current[name] !== "") && (
      <select
        aria-label={label}
        value={current[name]}
        onChange={({ currentTarget }) => update({ [name]: currentTarget.value })}
      >
        <option value="">{all}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )
  const toggle = (name: Switch, label: string) => (
    <label>
      <input
        type="checkbox"
        checked={current[name]}
        onChange={({ currentTarget }) => update({ [name]: currentTarget.checked })}
      />
      {label}
    </label>
  )
  const used = new Set(entries.map(({ eventType }) => changeKindOf(eventType)))
  const kinds = changeKinds.filter((kind) => used.has(kind))
  return (
    <fieldset class="filters">
      <legend class="hidden">{history.filters}</legend>
      {choice(
        "actor",
        history.person,
        history.anyone,
        distinct(entries.map(({ actorName }) => actorName)).map((value) => ({ value, label: value }))
      )}
      {choice(
        "kind",
        history.kind,
        history.anyKind,
        kinds.map((value) => ({ value, label: history.kinds[value] }))
      )}
      {choice(
        "field",
        history.fieldLabel,
        history.anyField,
        distinct(entries.map(fieldOf)).map((value) => ({ value, label: history.field(value) }))
      )}
      {choice("teamId", history.team, history.anyTeam, teams)}
      {entries.some(({ isTransitive }) => isTransitive) && toggle("consequences", history.consequences)}
      {entries.some(({ status }) => status === "rejected") && toggle("rejected", history.rejections)}
    </fieldset>
  )
}
