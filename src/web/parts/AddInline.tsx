import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import type { Outcome } from "../../domain/Outcome.ts"
import type { Result } from "../contract/Result.ts"
import { texts } from "../texts/Texts.ts"
import { refusalOf } from "../texts/Trouble.ts"
import type { Entered } from "../workspace/Unsent.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import { Icon } from "./Icon.tsx"
import { useShortcut } from "./Shortcuts.ts"
import { useStayInSight } from "./StayInSight.ts"

interface Props {
  /** Of the button, such as "Add principle". */
  readonly label: string
  /** Said instead to those who do not see where it stands. */
  readonly longLabel?: string
  /** Of the input, such as "Title of the new principle". */
  readonly inputLabel: string
  /** Most characters. */
  readonly most: number
  /** What is added, and to what: what is typed is kept by it. */
  readonly place: string
  /** A key that opens it from anywhere on the page. */
  readonly shortcut?: string
  readonly add: (text: string) => Promise<Result<Outcome>>
}

/** A button that becomes an input: Enter adds and is ready for the next one, Escape ends it. What failed stays to be tried again. */
export const AddInline = ({ label, longLabel, inputLabel, most, place, shortcut, add }: Props) => {
  const unsent = useWorkspace().unsent.of(place)
  const { typed, entered } = unsent.value
  const isOpen = useSignal(typed !== "")
  /** Whether somebody opened it: what was left from before does not take the focus. */
  const isAsked = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useStayInSight(input, isOpen.value)
  // One after the other: what is typed first is first in the list.
  const last = useRef<Promise<void>>(Promise.resolve())
  useLayoutEffect(() => {
    if (isOpen.value && isAsked.current) input.current?.focus()
  }, [isOpen.value])
  const open = (): void => {
    isAsked.current = true
    isOpen.value = true
    input.current?.focus()
  }
  useShortcut(shortcut, open)
  const type = (text: string): void => {
    unsent.value = { ...unsent.peek(), typed: text }
  }
  /** In the place of another one, or of none at the end. */
  const put = (one: Entered | undefined, next: Entered | undefined): void => {
    const now = unsent.peek()
    const others = now.entered.filter((other) => other !== one)
    unsent.value = { ...now, entered: next === undefined ? others : [...others, next] }
  }
  const send = (text: string, before?: Entered): void => {
    const sent = { text, words: undefined }
    put(before, sent)
    last.current = last.current.then(async () => {
      const words = refusalOf(await add(text))
      put(sent, words === "" ? undefined : { text, words })
    })
  }
  const enter = (): void => {
    const text = unsent.peek().typed.trim()
    if (text === "") return
    type("")
    send(text)
  }
  const close = (): void => {
    type("")
    isOpen.value = false
    requestAnimationFrame(() => button.current?.focus())
  }
  const failed = entered.filter(({ words }) => words !== undefined)
  return (
    <div class="add-inline">
      {failed.map((failure, index) => (
        <div key={`${index} ${failure.text}`} class="notice refused" role="alert">
          <p>
            <strong>{failure.text}</strong> {failure.words === "" ? texts.common.unsaved : failure.words}
          </p>
          <p class="actions">
            {[texts.common.retry, texts.common.discard].map((action) => (
              <button
                key={action}
                type="button"
                class="small"
                onClick={() => {
                  open()
                  if (action === texts.common.retry) send(failure.text, failure)
                  else put(failure, undefined)
                }}
              >
                {action}
              </button>
            ))}
          </p>
        </div>
      ))}
      {isOpen.value ? (
        <input
          ref={input}
          aria-label={inputLabel}
          placeholder={inputLabel}
          maxLength={most}
          value={typed}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          enterkeyhint="done"
          onKeyDown={(event) => {
            if (event.isComposing) return
            if (event.key === "Enter") enter()
            if (event.key !== "Escape") return
            event.stopPropagation()
            close()
          }}
          onBlur={({ currentTarget }) => {
            if (currentTarget.value.trim() === "") isOpen.value = false
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
    </div>
  )
}
