import { useEffect, useLayoutEffect } from "preact/hooks"
import { useSignal } from "./Signals.ts"

/**
 * Renders a long list in steps: `initialCount` items at once, as many as fit on a screen, then `stepCount` more per
 * task, so that the page appears early and stays responsive. Returns the ids to render now.
 */
export const useIncrementalList = (
  ids: ReadonlyArray<string>,
  { initialCount, stepCount }: { readonly initialCount: number; readonly stepCount: number }
): ReadonlyArray<string> => {
  const count = useSignal(initialCount)
  const isLonger = ids.length > count.value
  useEffect(() => {
    if (!isLonger) return
    const timer = setTimeout(() => {
      count.value += stepCount
    })
    return () => clearTimeout(timer)
  }, [isLonger, count.value])
  // A print has to show everything at once.
  useLayoutEffect(() => {
    const all = (): void => {
      count.value = Number.POSITIVE_INFINITY
    }
    addEventListener("beforeprint", all)
    return () => removeEventListener("beforeprint", all)
  }, [])
  return isLonger ? ids.slice(0, count.value) : ids
}
