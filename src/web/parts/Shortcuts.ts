import { type Signal, signal } from "@preact/signals"
import type { RefObject } from "preact"
import { useEffect, useRef } from "preact/hooks"

const running = new Map<string, () => void>()

/** Whether the sheet that explains the keys is open. */
export const isSheetOpen: Signal<boolean> = signal(false)

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable], [role=menu]") !== null

/** Single keys do something where no text is typed, no dialog is open, and no other key is held. */
export const watchShortcuts = (): void => {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (takesText(event.target) || document.querySelector("dialog[open]") !== null) return
    const run = event.key === "?" ? () => (isSheetOpen.value = true) : running.get(event.key)
    if (run === undefined) return
    event.preventDefault()
    run()
  })
}

/** While the component is there, `key` runs it; without a key, nothing does. The latest one wins. */
export const useShortcut = (key: string | undefined, run: () => void): void => {
  useEffect(() => {
    if (key === undefined) return
    running.set(key, run)
    return () => {
      if (running.get(key) === run) running.delete(key)
    }
  })
}

/** For the input of a page's search: `/` leads to it. */
export const useSearchKey = (): RefObject<HTMLInputElement | null> => {
  const input = useRef<HTMLInputElement>(null)
  useShortcut("/", () => {
    input.current?.focus()
    input.current?.select()
  })
  return input
}
