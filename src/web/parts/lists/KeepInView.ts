import type { RefObject } from "preact"
import { useLayoutEffect } from "preact/hooks"

/**
 * Keeps a focused input visible when the content above it grows, such as by the items added with it. Once the user has
 * scrolled it out of view, the page does not scroll back.
 */
export const useKeepInView = (input: RefObject<HTMLInputElement | null>, isOpen: boolean): void => {
  useLayoutEffect(() => {
    const element = input.current
    if (!isOpen || element === null) return
    let wasInView = true
    const visibility = new IntersectionObserver((entries) => {
      wasInView = entries.at(-1)?.isIntersecting ?? wasInView
    })
    // Resize observers run before intersection observers, so `wasInView` is still that of before the growth.
    const growth = new ResizeObserver(() => {
      if (wasInView && document.activeElement === element) element.scrollIntoView({ block: "nearest" })
    })
    visibility.observe(element)
    for (const container of [element.closest(".add-inline")?.parentElement, document.getElementById("content")]) {
      if (container instanceof Element) growth.observe(container)
    }
    return () => {
      visibility.disconnect()
      growth.disconnect()
    }
  }, [isOpen])
}
