import { type Signal, signal } from "@preact/signals"
import type { RefObject } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"

const handlers = new Map<string, () => void>()

/** Whether the sheet that lists the keyboard shortcuts is open. */
export const isSheetOpen: Signal<boolean> = signal(false)

/** Whether keys pressed there belong to a field or a menu. */
export const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest("input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu]") !== null

/** The key, after `mod+` with Ctrl or Cmd held; undefined with other modifiers. */
const nameOf = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | undefined => {
  if (altKey) return undefined
  if (!ctrlKey && !metaKey) return key
  return shiftKey ? undefined : `mod+${key.toLowerCase()}`
}

/** Runs shortcuts, unless a text is being typed or a dialog is open. */
export const watchShortcuts = (): void => {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return
    if (takesText(event.target) || document.querySelector("dialog[open]") !== null) return
    const name = nameOf(event)
    const run = name === "?" ? () => (isSheetOpen.value = true) : handlers.get(name ?? "")
    if (run === undefined) return
    event.preventDefault()
    run()
  })
}

/** Runs the shortcut that the key is bound to, if any. */
export const pressShortcut = (key: string): void => handlers.get(key)?.()

/** Binds `key`, such as `n` or `mod+z` (Ctrl or Cmd), to `run` while the component is mounted; undefined binds nothing. The latest binding of a key wins. */
export const useShortcut = (key: string | undefined, run: () => void): void => {
  // Bound before the page is painted, so that a key pressed as soon as the page shows its use is not lost.
  useLayoutEffect(() => {
    if (key === undefined) return
    handlers.set(key, run)
    return () => {
      if (handlers.get(key) === run) handlers.delete(key)
    }
  })
}

/** A ref for the page's search input, which the key `/` focuses. */
export const useSearchKey = (): RefObject<HTMLInputElement | null> => {
  const input = useRef<HTMLInputElement>(null)
  useShortcut("/", () => {
    input.current?.focus()
    input.current?.select()
  })
  return input
}
