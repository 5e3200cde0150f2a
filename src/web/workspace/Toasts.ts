import { type ReadonlySignal, signal } from "@preact/signals"
import type { Lifetime } from "./Lifetime.ts"

export interface Toast {
  readonly id: string
  readonly text: string
  readonly tone: "calm" | "bad"
  readonly action: { readonly label: string; readonly run: () => void } | undefined
}

interface Options {
  readonly tone?: Toast["tone"]
  readonly action?: Toast["action"]
  readonly milliseconds?: number
}

export interface Toasts {
  readonly list: ReadonlySignal<ReadonlyArray<Toast>>
  /** At most three at once; each goes after `milliseconds`. */
  readonly show: (text: string, options?: Options) => void
  readonly dismiss: (id: string) => void
}

export const makeToasts = ({ after }: Lifetime, newId: () => string): Toasts => {
  const list = signal<ReadonlyArray<Toast>>([])
  const dismiss = (id: string): void => {
    list.value = list.peek().filter((toast) => toast.id !== id)
  }
  return {
    list,
    dismiss,
    show: (text, { tone = "calm", action, milliseconds = 6000 } = {}) => {
      const id = newId()
      list.value = [...list.peek(), { id, text, tone, action }].slice(-3)
      after(milliseconds, () => dismiss(id))
    }
  }
}
