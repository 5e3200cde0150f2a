import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks"
import { Icon } from "../../parts/Icon.tsx"
import { useModal } from "../../parts/Modal.ts"
import { useComputed, useSignal } from "../../parts/Signals.ts"
import { useFeatureState } from "../../workspace/UseWorkspace.ts"
import { suggestions } from "./Entries.ts"
import { type FindState, makeFind } from "./FindState.ts"
import { type Entry, type Found, search } from "./Search.ts"
import * as texts from "./Texts.ts"
import { countOf } from "./TitleChanges.ts"

interface Props {
  /** What the input has at first. */
  readonly typed: string
  /** The palette is to be closed before what was chosen is done. */
  readonly onChoose: (entry: Entry) => void
  readonly onClose: () => void
}

const maxShown = 50

const maxQueryLength = 200

const pageStep = 10

/** Which result a key leads to; undefined for keys that stay with the input. */
const moved = (key: string, at: number, count: number): number | undefined => {
  const places: Readonly<Record<string, number>> = {
    ArrowDown: (at + 1) % count,
    ArrowUp: (at - 1 + count) % count,
    PageDown: Math.min(at + pageStep, count - 1),
    PageUp: Math.max(at - pageStep, 0)
  }
  return count === 0 ? undefined : places[key]
}

interface OptionProps {
  readonly entry: Entry
  readonly id: string
  readonly isActive: boolean
  readonly onPoint: () => void
  readonly onChoose: () => void
}

const Option = ({ entry, id, isActive, onPoint, onChoose }: OptionProps) => {
  const option = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: "nearest" })
  }, [isActive])
  return (
    <button
      ref={option}
      type="button"
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={onPoint}
      // Keeps the focus in the input.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span class="found-title" dir="auto">
        {entry.title}
      </span>
      <span class="quiet small-text">{texts.find.kinds[entry.kind]}</span>
      {entry.within.length > 0 && (
        <span class="found-within quiet small-text" dir="auto">
          {texts.find.within(entry.within)}
        </span>
      )}
    </button>
  )
}

/** Says that titles are being fetched, that they could not be fetched, or how many are searched. */
const Hint = ({ find: { titles, hasFailed } }: { readonly find: FindState }) => {
  const body = titles.value
  if (body === undefined) return hasFailed.value ? texts.find.failed : texts.find.loading
  if (hasFailed.value) return texts.find.failedAgain
  if (body.complete) return texts.find.searched(body.total)
  return texts.find.searchedPart(body.teams.length + countOf(body.teams), body.total)
}

/** The results for the input, and which of them Enter chooses. */
const useFound = (find: FindState, typed: string) => {
  const query = useSignal(typed)
  const active = useSignal(0)
  const isEmpty = useComputed(() => query.value.trim() === "")
  const found = useComputed((): Found => {
    if (!isEmpty.value) return search(find.index.value, query.value, maxShown)
    const entries = suggestions(find.basics.value, find.shownTeam.value, maxShown)
    return { entries, total: entries.length }
  })
  const type = (text: string): void => {
    query.value = text
    active.value = 0
  }
  return { query, active, isEmpty, found, type }
}

/** A dialog that finds everything by its title, and does things by their names. */
export const Palette = ({ typed, onChoose, onClose }: Props) => {
  const find = useFeatureState(makeFind)
  const id = useId()
  const dialog = useModal()
  const { query, active, isEmpty, found, type } = useFound(find, typed)
  useEffect(() => void find.refresh(), [find])
  const { entries, total } = found.value
  const at = Math.min(active.value, entries.length - 1)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return
    const next = moved(event.key, at, entries.length)
    const chosen = event.key === "Enter" ? entries[at] : undefined
    if (next === undefined && chosen === undefined) return
    event.preventDefault()
    if (next !== undefined) active.value = next
    if (chosen !== undefined) onChoose(chosen)
  }
  const hasNone = !isEmpty.value && total === 0 && find.titles.value !== undefined
  return (
    <dialog
      ref={dialog}
      class="dialog find"
      aria-label={texts.find.title}
      // Closes at once: the `close` event comes later, and until then the palette's key would only close the palette.
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div class="find-input">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={texts.find.label}
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
          placeholder={texts.find.label}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          enterkeyhint="go"
          maxLength={maxQueryLength}
          defaultValue={typed}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" class="icon-button" aria-label={texts.common.close} onClick={onClose}>
          <Icon name="cross" />
        </button>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={texts.find.results}>
        {entries.map((entry, index) => (
          // Keyed by place: other results change the texts of existing elements, which is quicker than making new ones.
          <Option
            key={`${id}-${index}`}
            entry={entry}
            id={`${id}-${index}`}
            isActive={index === at}
            onPoint={() => (active.value = index)}
            onChoose={() => onChoose(entry)}
          />
        ))}
      </div>
      {hasNone && <p class="find-none">{texts.find.none(query.value.trim())}</p>}
      <p class="find-hint quiet small-text">
        <span role="status">{isEmpty.value || total === 0 ? "" : texts.find.found(entries.length, total)}</span>{" "}
        <span>
          <Hint find={find} />
        </span>
      </p>
    </dialog>
  )
}
