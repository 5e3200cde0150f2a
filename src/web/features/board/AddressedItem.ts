import { useSignalEffect } from "@preact/signals"
import type { RefObject } from "preact"
import type { BoardState } from "./BoardState.ts"

/**
 * Scrolls to an item when the page is led to its address. A principle takes the focus, so that screen readers announce it;
 * `onArrival` is called before that. Of an objective the panel takes it.
 */
export const useAddressedItem = (
  board: BoardState,
  id: string,
  item: RefObject<HTMLElement | null>,
  onArrival?: () => void
): void =>
  useSignalEffect(() => {
    const destination = board.destination.value
    if (destination?.id !== id) return
    onArrival?.()
    requestAnimationFrame(() => {
      const heading = item.current?.querySelector<HTMLElement>("h3")
      if (heading == null) return
      if (destination.type === "principle") {
        heading.tabIndex = -1
        heading.focus({ preventScroll: true })
      }
      item.current?.scrollIntoView({ block: "nearest" })
    })
  })
