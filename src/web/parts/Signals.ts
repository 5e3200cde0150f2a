import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals-core"
import { useEffect, useMemo } from "preact/hooks"

/** A signal that lives as long as the component. */
export const useSignal = <A>(initial: A): Signal<A> => useMemo(() => signal(initial), [])

/** A computed signal that lives as long as the component; `compute` is that of the first rendering. */
export const useComputed = <A>(compute: () => A): ReadonlySignal<A> => useMemo(() => computed(compute), [])

/** Runs `run` after the first rendering, and again whenever a signal that it read changes. */
export const useSignalEffect = (run: () => void): void => useEffect(() => effect(run), [])
