import type { Signal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import { nameOf } from "../../../shared/words/ActorName.ts"
import { Check } from "../../parts/fields/Check.tsx"
import { type Option, Select } from "../../parts/fields/Select.tsx"
import { changeKindOf, fieldOf, type HistoryFilter } from "./HistoryFilter.ts"
import * as history from "./HistoryTexts.ts"

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)].filter(Boolean).sort()

type Choice = "actor" | "kind" | "field" | "teamId"
type Switch = "consequences" | "rejected"

interface Props {
  readonly filter: Signal<HistoryFilter>
  readonly entries: ReadonlyArray<HistoryEntry>
  /** Offered in the log of all teams. */
  readonly teams?: ReadonlyArray<Option>
  /** Further choices, which come first. */
  readonly children?: ComponentChildren
}

/** The choices of a history's filter. Of the loaded entries' values only those that occur are offered. */
export const Filters = ({ filter, entries, teams = [], children }: Props) => {
  const current = filter.value
  const update = (change: Partial<HistoryFilter>): void => {
    filter.value = { ...filter.peek(), ...change }
  }
  // In the log of all teams they are there before the entries, which would push it down else.
  const isWhole = children !== undefined
  const choice = (name: Choice, label: string, all: string, options: ReadonlyArray<Option>) =>
    (isWhole || options.length > 1 || current[name] !== "") && (
      <Select
        label={label}
        value={current[name]}
        options={[["", all], ...options]}
        onChoose={(value) => update({ [name]: value })}
      />
    )
  const toggle = (name: Switch, label: string) => (
    <Check isChecked={current[name]} onChange={(isShown) => update({ [name]: isShown })}>
      {label}
    </Check>
  )
  const used = new Set<string>(entries.map(({ eventType }) => changeKindOf(eventType)))
  const kinds = Object.entries(history.kinds).filter(([kind]) => used.has(kind))
  return (
    <fieldset class="filters">
      <legend class="hidden">{history.filters}</legend>
      {children}
      {choice(
        "actor",
        history.person,
        history.anyone,
        [...new Map(entries.map((entry) => [entry.actorName, nameOf(entry)]))]
          .filter(([username]) => username !== "")
          .sort(([, one], [, other]) => one.localeCompare(other))
      )}
      {choice("kind", history.kind, history.anyKind, kinds)}
      {choice(
        "field",
        history.fieldLabel,
        history.anyField,
        distinct(entries.map(fieldOf)).map((name) => [name, history.field(name)])
      )}
      {choice("teamId", history.team, history.anyTeam, teams)}
      {entries.some(({ isTransitive }) => isTransitive) && toggle("consequences", history.consequences)}
      {(isWhole || entries.some(({ status }) => status === "rejected")) && toggle("rejected", history.rejections)}
    </fieldset>
  )
}
