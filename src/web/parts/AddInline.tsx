import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import type { Outcome } from "../../domain/Outcome.ts"
import type { Result } from "../contract/Result.ts"
import { refusalText } from "../texts/FailureTexts.ts"
import { texts } from "../texts/Texts.ts"
import type { EnteredText } from "../workspace/UnsentInputs.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import { Icon } from "./Icon.tsx"
import { useKeepInView } from "./KeepInView.ts"
import { useShortcut } from "./Shortcuts.ts"

interface Props {
  /** The label of the button, such as "Add principle". */
  readonly label: string
  /** The accessible name of the button, where `label` says too little without its surroundings. */
  readonly longLabel?: string
  /** The label of the input, such as "Title of the new principle". */
  readonly inputLabel: string
  readonly maxLength: number
  /** Names what is added to which parent; what is typed is stored under it. */
  readonly place: string
  /** A key that opens the input from anywhere on the page. */
  readonly shortcut?: string
  readonly add: (text: string) => Promise<Result<Outcome>>
  /** Adds one thing for each line of a pasted text, if the user wants that. */
  readonly onLines?: (text: string) => void
}

interface FailedProps {
  readonly entered: EnteredText
  readonly onRetry: () => void
  readonly onDiscard: () => void
}

/** A text that could not be added, with buttons to try again and to discard it. */
const FailedText = ({ entered: { text, reason }, onRetry, onDiscard }: FailedProps) => (
  <div class="notice refused" role="alert">
    <p>
      <strong>{text}</strong> {reason === "" ? texts.common.unsaved : reason}
    </p>
    <p class="actions">
      <button type="button" class="small" onClick={onRetry}>
        {texts.common.retry}
      </button>
      <button type="button" class="small" onClick={onDiscard}>
        {texts.common.discard}
      </button>
    </p>
  </div>
)

/** The stored state of the input, and the submission of the texts entered in it. */
const useUnsentInput = (place: string, add: Props["add"]) => {
  const unsent = useWorkspace().unsent.of(place)
  // Texts are submitted one after the other, so that the list has them in the order they were entered.
  const last = useRef<Promise<void>>(Promise.resolve())
  const setTyped = (text: string): void => {
    unsent.value = { ...unsent.peek(), typed: text }
  }
  /** Removes `before` from the entered texts and appends `next`. */
  const replace = (before: EnteredText | undefined, next: EnteredText | undefined): void => {
    const now = unsent.peek()
    const others = now.entered.filter((other) => other !== before)
    unsent.value = { ...now, entered: next === undefined ? others : [...others, next] }
  }
  const send = (text: string, before?: EnteredText): void => {
    const sent = { text, reason: undefined }
    replace(before, sent)
    last.current = last.current.then(async () => {
      const reason = refusalText(await add(text))
      replace(sent, reason === "" ? undefined : { text, reason })
    })
  }
  const enter = (): void => {
    const text = unsent.peek().typed.trim()
    if (text === "") return
    setTyped("")
    send(text)
  }
  return { ...unsent.value, setTyped, enter, send, discard: (entered: EnteredText) => replace(entered, undefined) }
}

/**
 * A button that becomes an input. Enter adds the text and empties the input for the next one, Escape closes it. Texts
 * that could not be added are listed above.
 */
export const AddInline = ({ label, longLabel, inputLabel, maxLength, place, shortcut, add, onLines }: Props) => {
  const { typed, entered, setTyped, enter, send, discard } = useUnsentInput(place, add)
  const isOpen = useSignal(typed !== "")
  /** A pasted text of several lines, which the input shows as one. */
  const pasted = useSignal("")
  /** Whether the user opened it: an input that is open because of a stored text does not take the focus. */
  const wasOpened = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useKeepInView(input, isOpen.value)
  useLayoutEffect(() => {
    if (isOpen.value && wasOpened.current) input.current?.focus()
  }, [isOpen.value])
  const open = (): void => {
    wasOpened.current = true
    isOpen.value = true
    input.current?.focus()
  }
  useShortcut(shortcut, open)
  const close = (): void => {
    setTyped("")
    pasted.value = ""
    isOpen.value = false
    requestAnimationFrame(() => button.current?.focus())
  }
  const failed = entered.filter(({ reason }) => reason !== undefined)
  return (
    <div class="add-inline">
      {failed.map((failure, index) => (
        <FailedText
          key={`${index} ${failure.text}`}
          entered={failure}
          onRetry={() => {
            open()
            send(failure.text, failure)
          }}
          onDiscard={() => {
            open()
            discard(failure)
          }}
        />
      ))}
      {isOpen.value ? (
        <input
          ref={input}
          aria-label={inputLabel}
          placeholder={inputLabel}
          maxLength={maxLength}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          enterkeyhint="done"
          onPaste={({ clipboardData }) => {
            const text = clipboardData?.getData("text/plain") ?? ""
            pasted.value = /\S\s*\n\s*\S/.test(text) ? text : ""
          }}
          onKeyDown={(event) => {
            if (event.isComposing) return
            if (event.key === "Enter") {
              enter()
              pasted.value = ""
            }
            if (event.key !== "Escape") return
            event.stopPropagation()
            close()
          }}
          onBlur={({ currentTarget }) => {
            if (currentTarget.value.trim() === "" && pasted.peek() === "") isOpen.value = false
          }}
        />
      ) : (
        <button
          ref={button}
          type="button"
          class="add"
          aria-label={longLabel}
          aria-keyshortcuts={shortcut}
          onClick={open}
        >
          <Icon name="plus" /> {label}
        </button>
      )}
      {onLines !== undefined && pasted.value !== "" && (
        <button
          type="button"
          class="small"
          onClick={() => {
            onLines(pasted.peek())
            close()
          }}
        >
          {texts.common.oneEach}
        </button>
      )}
    </div>
  )
}
