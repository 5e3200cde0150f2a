import { useSignal } from "@preact/signals"
import { useEffect, useLayoutEffect } from "preact/hooks"

/**
 * A long list a part at a time: as many as a screen holds come first, the others follow, so that nobody waits for what is
 * below, and what is typed meanwhile is not held up. Gives those to show now.
 */
export const useRoom = (
  ids: ReadonlyArray<string>,
  { first, further }: { readonly first: number; readonly further: number }
): ReadonlyArray<string> => {
  const room = useSignal(first)
  const isLonger = ids.length > room.value
  useEffect(() => {
    if (!isLonger) return
    const timer = setTimeout(() => {
      room.value += further
    })
    return () => clearTimeout(timer)
  }, [isLonger, room.value])
  // On paper nothing follows.
  useLayoutEffect(() => {
    const all = (): void => {
      room.value = Number.POSITIVE_INFINITY
    }
    addEventListener("beforeprint", all)
    return () => removeEventListener("beforeprint", all)
  }, [])
  return isLonger ? ids.slice(0, room.value) : ids
}
