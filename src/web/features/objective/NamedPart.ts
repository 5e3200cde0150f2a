import type { RefObject } from "preact"
import { useEffect } from "preact/hooks"
import { arrivals, namedPart } from "../../session/Route.ts"

/**
 * The class that marks an initiative or a measure which the address names. It is scrolled to and gets the focus when the
 * page is led there.
 */
export const useNamedPart = (id: string, element: RefObject<HTMLElement | null>): string => {
  const isNamed = namedPart.value === id
  useEffect(() => {
    if (!isNamed || element.current === null) return
    element.current.tabIndex = -1
    element.current.focus({ preventScroll: true })
    element.current.scrollIntoView({ block: "center" })
  }, [isNamed && arrivals.value])
  return isNamed ? "named-part" : ""
}
