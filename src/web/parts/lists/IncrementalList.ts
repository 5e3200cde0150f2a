import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { useWindowEvents } from "../keys/WindowEvents.ts"

/**
 * Renders a long list in steps: `initialCount` items at once, as many as fit on a screen, then `stepCount` more per
 * task, so that the page appears early and stays responsive. Returns the items to render now.
 */
export const useIncrementalList = <A>(
  items: ReadonlyArray<A>,
  { initialCount, stepCount }: { readonly initialCount: number; readonly stepCount: number }
): ReadonlyArray<A> => {
  const count = useSignal(initialCount)
  const isLonger = items.length > count.value
  useEffect(() => {
    if (!isLonger) return
    const timer = setTimeout(() => {
      count.value += stepCount
    })
    return () => clearTimeout(timer)
  }, [isLonger, count.value])
  // A print has to show everything at once.
  useWindowEvents(["beforeprint"], () => {
    count.value = Number.POSITIVE_INFINITY
  })
  return isLonger ? items.slice(0, count.value) : items
}
