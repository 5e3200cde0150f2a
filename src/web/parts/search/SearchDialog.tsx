import type { Signal } from "@preact/signals"
import { useSignal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { useId, useLayoutEffect, useRef } from "preact/hooks"
import * as texts from "../../texts/SharedTexts.ts"
import { useModal } from "../dialogs/Modal.ts"
import { focusAtEnd } from "../fields/FocusField.ts"
import { Icon } from "../status/Icon.tsx"
import { OptionList, optionAfter } from "./OptionList.tsx"
import type { Entry, Found } from "./Search.ts"
import * as words from "./SearchTexts.ts"

interface Props {
  readonly title: string
  /** The name of the input, shown in it while it is empty. */
  readonly label: string
  readonly query: Signal<string>
  readonly found: Found
  /** Whether everything that can be found is known. */
  readonly isLoaded: boolean
  /** Shown below the results. */
  readonly hint?: string
  /** Shown behind an entry; without it, its owner and kind. */
  readonly mark?: (entry: Entry) => ComponentChildren
  readonly onChoose: (entry: Entry) => void
  readonly onClose: () => void
}

/** How many results are shown at most. */
export const maxShown = 50

const maxQueryLength = 200

interface ResultsProps extends Pick<Props, "onChoose"> {
  readonly id: string
  readonly entries: ReadonlyArray<Entry>
  /** The index of the chosen one. */
  readonly at: number
  readonly markOf: (entry: Entry) => ComponentChildren
  readonly onPoint: (index: number) => void
}

const Results = ({ entries, markOf, onPoint, ...rest }: ResultsProps) => (
  <OptionList
    {...rest}
    label={words.results}
    options={entries}
    // By place: other results change the texts of existing elements, which is quicker than making new ones.
    keyOf={(_, index) => index}
    onPoint={(_, index) => onPoint(index)}
  >
    {(entry) => (
      <>
        <span class="found-title" dir="auto">
          {entry.title}
        </span>
        <span class="quiet small-text">{markOf(entry)}</span>
        {entry.within.length > 0 && (
          <span class="found-within quiet small-text" dir="auto">
            {words.within(entry.within)}
          </span>
        )}
      </>
    )}
  </OptionList>
)

/** A dialog that finds things by their titles. Arrow keys choose among the results, Enter takes one. */
export const SearchDialog = (props: Props) => {
  const { title, label, query, found, isLoaded, hint, onChoose, onClose } = props
  const markOf = props.mark ?? (({ kind, owner }: Entry) => [owner, words.kinds[kind]].filter(Boolean).join(" · "))
  const { entries, total } = found
  const id = useId()
  const dialog = useModal()
  const active = useSignal(0)
  const input = useRef<HTMLInputElement>(null)
  const choose = (entry: Entry): void => {
    active.value = 0
    onChoose(entry)
  }
  useLayoutEffect(() => focusAtEnd(input.current), [])
  const at = Math.min(active.value, entries.length - 1)
  useLayoutEffect(() => {
    dialog.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" })
  }, [at])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return
    const next = optionAfter(event.key, at, entries.length)
    const chosen = event.key === "Enter" ? entries[at] : undefined
    if (next !== undefined) active.value = next
    else if (chosen !== undefined) choose(chosen)
    else return
    event.preventDefault()
  }
  const typed = query.value.trim()
  return (
    <dialog
      ref={dialog}
      class="dialog find"
      aria-label={title}
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
          aria-label={label}
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
          placeholder={label}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          enterkeyhint="go"
          maxLength={maxQueryLength}
          value={query.value}
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
      <Results {...{ id, entries, at, markOf }} onPoint={(index) => (active.value = index)} onChoose={choose} />
      {typed !== "" && total === 0 && isLoaded && <p class="find-none">{words.none(typed)}</p>}
      <p class="find-hint quiet small-text">
        <span role="status">{typed === "" || total === 0 ? "" : words.count(entries.length, total)}</span>{" "}
        <span>{hint}</span>
      </p>
    </dialog>
  )
}
