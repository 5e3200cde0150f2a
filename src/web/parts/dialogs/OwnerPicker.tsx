import { useSignal } from "@preact/signals"
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks"
import { ownerLength } from "../../../shared/Limits.ts"
import * as texts from "../../texts/SharedTexts.ts"
import type { OwnerChoice } from "../../workspace/Panels.ts"
import { makePeople } from "../../workspace/People.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { focusAtEnd } from "../fields/FocusField.ts"
import { OptionList, optionAfter } from "../search/OptionList.tsx"
import { OwnerName } from "../status/Owner.tsx"
import { useOverview } from "../UseOverview.ts"
import { type OwnerOption, ownerOptions } from "./OwnerOptions.ts"
import { showBeside } from "./Popover.ts"

/** Whom one can choose, and whether all names have loaded that there are. */
const useOptions = (owner: string, typed: string) => {
  const { session, teams } = useWorkspace()
  const [people, overview] = [useFeatureState(makePeople), useOverview()]
  useEffect(() => void people.refresh(), [people])
  const objectives = [...teams.all()].flatMap(({ objectives: { ids, byId } }) =>
    ids.value.flatMap((id) => byId.get(id)?.value ?? [])
  )
  const all = overview.value.value?.objectives ?? []
  const used = [...all, ...objectives, ...objectives.flatMap(({ initiatives }) => initiatives)]
  const own = session.user.value?.username
  const isOverviewSettled = overview.value.value !== undefined || overview.failure.value !== undefined
  return {
    options: ownerOptions({ people: people.list.value, own, used: used.map(({ owner }) => owner), owner, typed }),
    isSettled: people.isSettled.value && isOverviewSettled
  }
}

const nameOf = ({ owner, isNew }: OwnerOption) => {
  if (isNew) return <span>{texts.owners.use(owner)}</span>
  return owner === "" ? <span>{texts.owners.none}</span> : <OwnerName name={owner} />
}

interface OptionsProps {
  readonly id: string
  readonly options: ReadonlyArray<OwnerOption>
  /** The index of the active one. */
  readonly at: number
  readonly onPoint: (owner: string) => void
  readonly onChoose: (option: OwnerOption) => void
}

const Options = ({ onPoint, ...rest }: OptionsProps) => (
  <OptionList
    {...rest}
    label={texts.owners.label}
    keyOf={({ isNew, owner }) => `${isNew} ${owner}`}
    onPoint={({ owner }) => onPoint(owner)}
  >
    {(option) => (
      <>
        {nameOf(option)}
        {option.hint !== "" && <small class="quiet">{option.hint}</small>}
      </>
    )}
  </OptionList>
)

interface Props {
  readonly choice: OwnerChoice
  /** What was typed before the list was loaded. */
  readonly typed: { readonly current: string }
}

/** A list beside a button, from which an owner is chosen: a person, a name that is there already, or what is typed. */
export const OwnerPicker = ({ choice, typed: { current } }: Props) => {
  const { opener, label, owner, onChoose } = choice
  const { panels } = useWorkspace()
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  const typed = useSignal(current)
  /** The active option, which stays active when others come; undefined for the first. */
  const active = useSignal<string | undefined>(owner === "" || current !== "" ? undefined : owner)
  /** Whether Enter was pressed before all names had loaded, one of which may be meant by what is typed. */
  const isEntered = useRef(false)
  const { options, isSettled } = useOptions(owner, typed.value)
  const at = Math.max(
    0,
    options.findIndex((option) => option.owner === active.value)
  )
  useLayoutEffect(() => {
    if (popover.current === null) return
    showBeside(popover.current, opener)
    focusAtEnd(popover.current.querySelector("input"))
  }, [])
  useLayoutEffect(() => {
    popover.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" })
  }, [at])
  const close = (): void => {
    popover.current?.hidePopover()
    opener.focus()
  }
  const choose = (option: OwnerOption): void => {
    close()
    if (option.owner !== owner) onChoose(option.owner)
  }
  const chosen = options[at]
  useLayoutEffect(() => {
    if (isEntered.current && isSettled && chosen !== undefined) choose(chosen)
  }, [isSettled])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return
    const next = options[optionAfter(event.key, at, options.length) ?? -1]
    if (next !== undefined) active.value = next.owner
    else if (event.key === "Enter" && !isSettled) isEntered.current = true
    else if (event.key === "Enter" && chosen !== undefined) choose(chosen)
    else if (event.key === "Tab") close()
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={popover}
      popover="auto"
      role="dialog"
      aria-label={label}
      class="menu owner-picker"
      onKeyDown={onKeyDown}
      onToggle={({ newState }) => {
        if (newState === "open") return
        if (document.activeElement === document.body) opener.focus()
        if (panels.ownerChoice.peek() === choice) panels.ownerChoice.value = undefined
      }}
    >
      <input
        type="text"
        role="combobox"
        aria-label={texts.owners.label}
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? `${id}-${at}` : undefined}
        placeholder={texts.owners.search}
        autocomplete="off"
        spellcheck={false}
        enterkeyhint="done"
        maxLength={ownerLength}
        defaultValue={current}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value
          active.value = undefined
          isEntered.current = false
        }}
      />
      <Options {...{ id, options, at }} onPoint={(owner) => (active.value = owner)} onChoose={choose} />
    </div>
  )
}
