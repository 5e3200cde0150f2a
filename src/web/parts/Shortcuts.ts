import { type Signal, signal } from "@preact/signals"
import type { RefObject } from "preact"
import { useEffect, useRef } from "preact/hooks"

const handlers = new Map<string, () => void>()

/** Whether the sheet that lists the keyboard shortcuts is open. */
export const isSheetOpen: Signal<boolean> = signal(false)

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable], [role=menu]") !== null

/** Runs single-key shortcuts, unless a text is being typed, a dialog is open or a modifier is held. */
export const watchShortcuts = (): void => {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (takesText(event.target) || document.querySelector("dialog[open]") !== null) return
    const run = event.key === "?" ? () => (isSheetOpen.value = true) : handlers.get(event.key)
    if (run === undefined) return
    event.preventDefault()
    run()
  })
}

/** Does what the key does, where it is bound. */
export const pressShortcut = (key: string): void => handlers.get(key)?.()

/** Binds `key` to `run` while the component is mounted; undefined binds nothing. The latest binding of a key wins. */
export const useShortcut = (key: string | undefined, run: () => void): void => {
  useEffect(() => {
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
