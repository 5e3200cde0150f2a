import { useComputed, useSignal } from "@preact/signals"
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks"
import { useModal } from "../../parts/dialogs/Modal.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { useFeatureState } from "../../workspace/UseWorkspace.ts"
import { suggestions } from "./FindEntries.ts"
import { type FindState, makeFind } from "./FindState.ts"
import * as texts from "./FindTexts.ts"
import { type Entry, type Found, prepared, search } from "./Search.ts"
import { asksForTeam, queryFor, withOneLineACommand } from "./TeamCommands.ts"
import { countOf } from "./TitleChanges.ts"

interface Props {
  /** What the input has at first. */
  readonly typed: string
  /** What can be done with the objectives that it is opened on. */
  readonly acting: ReadonlyArray<Entry>
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

/** Says that titles are being fetched, that they could not be fetched, or how many are searched. */
const hintOf = ({ titles, hasFailed }: FindState): string => {
  const body = titles.value
  if (body === undefined) return hasFailed.value ? texts.find.failed : texts.find.loading
  if (hasFailed.value) return texts.find.failedAgain
  if (body.complete) return texts.find.searched(body.total)
  return texts.find.searchedPart(body.teams.length + countOf(body.teams), body.total)
}

/** What a query finds; for an empty one, suggestions. */
const foundBy = (find: FindState, acting: ReadonlyArray<Entry>, query: string, chosen: string): Found => {
  const { basics, index, shownTeam } = find
  if (query.trim() !== "") {
    const all = withOneLineACommand(index.value, query, { shownTeam: shownTeam.value, chosen })
    return search([...prepared(acting), ...all], query, maxShown)
  }
  const entries = suggestions([...acting, ...basics.value], shownTeam.value, maxShown)
  return { entries, total: entries.length }
}

interface ResultsProps {
  readonly id: string
  readonly entries: ReadonlyArray<Entry>
  /** The index of the chosen one. */
  readonly at: number
  readonly onPoint: (index: number) => void
  readonly onChoose: (entry: Entry) => void
}

const Results = ({ id, entries, at, onPoint, onChoose }: ResultsProps) => (
  <div id={`${id}-list`} role="listbox" aria-label={texts.find.results}>
    {entries.map((entry, index) => (
      // Keyed by place: other results change the texts of existing elements, which is quicker than making new ones.
      <button
        key={index}
        type="button"
        tabIndex={-1}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === at}
        onPointerMove={() => onPoint(index)}
        // Keeps the focus in the input.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(entry)}
      >
        <span class="found-title" dir="auto">
          {entry.title}
        </span>
        <span class="quiet small-text">{[entry.owner, texts.find.kinds[entry.kind]].filter(Boolean).join(" · ")}</span>
        {entry.within.length > 0 && (
          <span class="found-within quiet small-text" dir="auto">
            {texts.find.within(entry.within)}
          </span>
        )}
      </button>
    ))}
  </div>
)

/** A dialog that finds everything by its title, and does things by their names. */
export const Palette = ({ typed, acting, onChoose, onClose }: Props) => {
  const find = useFeatureState(makeFind)
  const id = useId()
  const dialog = useModal()
  const query = useSignal(typed)
  const active = useSignal(0)
  /** The command whose team is being chosen; empty for none. */
  const command = useSignal("")
  const input = useRef<HTMLInputElement>(null)
  const { entries, total } = useComputed(() => foundBy(find, acting, query.value, command.value)).value
  const choose = (entry: Entry): void => {
    if (!asksForTeam(entry)) {
      onChoose(entry)
      return
    }
    command.value = entry.id
    query.value = queryFor(entry)
    active.value = 0
    if (input.current !== null) input.current.value = query.peek()
  }
  useEffect(() => void find.refresh(), [find])
  // What is typed next stands behind what was typed while the palette was loaded.
  useLayoutEffect(() => input.current?.setSelectionRange(typed.length, typed.length), [])
  const at = Math.min(active.value, entries.length - 1)
  useLayoutEffect(() => {
    dialog.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" })
  }, [at])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return
    const next = moved(event.key, at, entries.length)
    const chosen = event.key === "Enter" ? entries[at] : undefined
    if (next !== undefined) active.value = next
    else if (chosen !== undefined) choose(chosen)
    else return
    event.preventDefault()
  }
  const isEmpty = query.value.trim() === ""
  const hasNone = !isEmpty && total === 0 && find.titles.value !== undefined
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
          ref={input}
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
          onInput={({ currentTarget }) => {
            query.value = currentTarget.value
            active.value = 0
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" class="icon-button" aria-label={texts.common.close} onClick={onClose}>
          <Icon name="cross" />
        </button>
      </div>
      <Results id={id} entries={entries} at={at} onPoint={(index) => (active.value = index)} onChoose={choose} />
      {hasNone && <p class="find-none">{texts.find.none(query.value.trim())}</p>}
      <p class="find-hint quiet small-text">
        <span role="status">{isEmpty || total === 0 ? "" : texts.find.count(entries.length, total)}</span>{" "}
        <span>{hintOf(find)}</span>
      </p>
    </dialog>
  )
}
