import { useSignal } from "@preact/signals"
import { useId, useLayoutEffect, useRef } from "preact/hooks"
import { showBeside } from "./Popover.ts"

/**
 * A popover beside the button that opens it: what the button and the content are given. The content is made once
 * `isOpen` holds; `onShown` is called with it then.
 */
export const usePopover = (onShown?: (content: HTMLElement) => void) => {
  const id = useId()
  const isOpen = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!isOpen.value || content.current === null || button.current === null) return
    showBeside(content.current, button.current)
    onShown?.(content.current)
  }, [isOpen.value])
  const open = (): void => {
    isOpen.value = true
  }
  return {
    isOpen,
    open,
    hide: (): void => {
      content.current?.hidePopover()
    },
    opener: {
      ref: button,
      "aria-expanded": isOpen.value,
      "aria-controls": isOpen.value ? id : undefined,
      onClick: open
    },
    content: {
      ref: content,
      id,
      popover: "auto" as const,
      onToggle: (event: { readonly newState: string }): void => {
        if (event.newState === "open") return
        if (document.activeElement === document.body) button.current?.focus()
        isOpen.value = false
      }
    }
  }
}
