import { useLayoutEffect } from "preact/hooks"

/** Listens to events of the window while the component is mounted, with the listener of the latest rendering. */
export const useWindowEvents = (types: ReadonlyArray<string>, listener: (event: Event) => void): void =>
  useLayoutEffect(() => {
    const ended = new AbortController()
    for (const type of types) addEventListener(type, listener, { signal: ended.signal, passive: true })
    return () => ended.abort()
  })
