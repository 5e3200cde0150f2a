import type { Signal } from "@preact/signals"
import type { HistoryEntry } from "../../../domain/History.ts"
import { changeKindOf, changeKinds, fieldOf, type HistoryFilter } from "../../model/HistoryFilter.ts"
import { texts } from "../../texts/Texts.ts"

interface Option {
  readonly value: string
  readonly label: string
}

interface Props {
  readonly filter: Signal<HistoryFilter>
  /** What there is to choose from is what they hold. */
  readonly entries: ReadonlyArray<HistoryEntry>
  /** Offered in a log of many. */
  readonly teams?: ReadonlyArray<Option>
}

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)].filter(Boolean).sort()

type Choice = "actor" | "kind" | "field" | "teamId"
type Switch = "consequences" | "rejected"

export const Filters = ({ filter, entries, teams = [] }: Props) => {
  const now = filter.value
  const set = (change: Partial<HistoryFilter>): void => {
    filter.value = { ...filter.peek(), ...change }
  }
  const choice = (of: Choice, label: string, all: string, options: ReadonlyArray<Option>) =>
    (options.length > 1 || now[of] !== "") && (
      <select aria-label={label} value={now[of]} onChange={({ currentTarget }) => set({ [of]: currentTarget.value })}>
        <option value="">{all}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )
  const toggle = (of: Switch, label: string) => (
    <label>
      <input type="checkbox" checked={now[of]} onChange={({ currentTarget }) => set({ [of]: currentTarget.checked })} />
      {label}
    </label>
  )
  const used = new Set(entries.map(({ eventType }) => changeKindOf(eventType)))
  const kinds = changeKinds.filter((kind) => used.has(kind))
  return (
    <fieldset class="filters">
      <legend class="hidden">{texts.history.filters}</legend>
      {choice(
        "actor",
        texts.history.person,
        texts.history.anyone,
        distinct(entries.map(({ actorName }) => actorName)).map((value) => ({ value, label: value }))
      )}
      {choice(
        "kind",
        texts.history.kind,
        texts.history.anyKind,
        kinds.map((value) => ({ value, label: texts.history.kinds[value] }))
      )}
      {choice(
        "field",
        texts.history.fieldLabel,
        texts.history.anyField,
        distinct(entries.map(fieldOf)).map((value) => ({ value, label: texts.history.field(value) }))
      )}
      {choice("teamId", texts.history.team, texts.history.anyTeam, teams)}
      {entries.some(({ isTransitive }) => isTransitive) && toggle("consequences", texts.history.consequences)}
      {entries.some(({ status }) => status === "rejected") && toggle("rejected", texts.history.rejections)}
    </fieldset>
  )
}
