import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import type { Outcome } from "../../domain/Outcome.ts"
import type { Result } from "../api/Result.ts"
import { useShortcut } from "../state/Shortcuts.ts"
import { texts } from "../texts/Texts.ts"
import { Icon } from "./Icon.tsx"

interface Props {
  /** Of the button, such as "Add principle". */
  readonly label: string
  /** Said instead to those who do not see where it stands. */
  readonly longLabel?: string
  /** Of the input, such as "Title of the new principle". */
  readonly inputLabel: string
  /** Most characters. */
  readonly most: number
  /** A key that opens it from anywhere on the page. */
  readonly shortcut?: string
  readonly add: (text: string) => Promise<Result<Outcome>>
}

const wordsOf = (answer: Result<Outcome>): string | undefined => {
  if (answer.ok) return answer.value.status === "rejected" ? (answer.value.rejectionReason ?? "") : undefined
  return answer.failure.kind === "refused" ? answer.failure.message : texts.common.unreachableShort
}

/** A button that becomes an input: Enter adds and is ready for the next one, Escape ends it. What failed stays to be tried again. */
export const AddInline = ({ label, longLabel, inputLabel, most, shortcut, add }: Props) => {
  const isOpen = useSignal(false)
  const failed = useSignal<ReadonlyArray<{ readonly text: string; readonly words: string }>>([])
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // One after the other: what is typed first is first in the list.
  const last = useRef<Promise<void>>(Promise.resolve())
  useLayoutEffect(() => {
    if (isOpen.value) input.current?.focus()
  }, [isOpen.value])
  const open = (): void => {
    isOpen.value = true
    input.current?.focus()
  }
  useShortcut(shortcut, open)
  const send = (text: string): void => {
    last.current = last.current.then(async () => {
      const words = wordsOf(await add(text))
      if (words !== undefined) failed.value = [...failed.peek(), { text, words }]
    })
  }
  const enter = (): void => {
    const text = input.current?.value.trim() ?? ""
    if (text === "" || input.current === null) return
    input.current.value = ""
    send(text)
  }
  const close = (): void => {
    isOpen.value = false
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <div class="add-inline">
      {failed.value.map((failure) => (
        <div key={failure.text} class="notice refused" role="alert">
          <p>
            <strong>{failure.text}</strong> {texts.common.refused(failure.words)}
          </p>
          <p class="actions">
            {[texts.common.retry, texts.common.discard].map((action) => (
              <button
                key={action}
                type="button"
                class="small"
                onClick={() => {
                  failed.value = failed.peek().filter((other) => other !== failure)
                  open()
                  if (action === texts.common.retry) send(failure.text)
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
