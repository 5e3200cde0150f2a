import type { RefObject } from "preact"
import { useLayoutEffect } from "preact/hooks"

/**
 * While an input has the focus and is in sight, it stays so when what stands above it grows, such as by what was added
 * with it. Who scrolled away from it is left alone.
 */
export const useStayInSight = (input: RefObject<HTMLInputElement | null>, isOpen: boolean): void => {
  useLayoutEffect(() => {
    const element = input.current
    if (!isOpen || element === null) return
    let wasInSight = true
    const sight = new IntersectionObserver((entries) => {
      wasInSight = entries.at(-1)?.isIntersecting ?? wasInSight
    })
    // Sizes are told before intersections are computed anew: at that time, it is known where it was before.
    const growth = new ResizeObserver(() => {
      if (wasInSight && document.activeElement === element) element.scrollIntoView({ block: "nearest" })
    })
    sight.observe(element)
    for (const around of [element.closest(".add-inline")?.parentElement, document.getElementById("content")]) {
      if (around instanceof Element) growth.observe(around)
    }
    return () => {
      sight.disconnect()
      growth.disconnect()
    }
  }, [isOpen])
}
