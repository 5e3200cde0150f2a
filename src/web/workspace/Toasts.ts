import { type ReadonlySignal, signal } from "@preact/signals"
import type { Lifetime } from "./Lifetime.ts"

interface Toast {
  readonly id: string
  readonly text: string
  readonly tone: "calm" | "bad"
  readonly action: { readonly label: string; readonly run: () => void } | undefined
}

interface ToastOptions {
  readonly tone?: Toast["tone"]
  readonly action?: Toast["action"]
  readonly durationMs?: number
}

export interface Toasts {
  readonly list: ReadonlySignal<ReadonlyArray<Toast>>
  /** Shows a message for `durationMs`; at most three are shown at once. Returns its id. */
  readonly show: (text: string, options?: ToastOptions) => string
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
    show: (text, { tone = "calm", action, durationMs = 6000 } = {}) => {
      const id = newId()
      list.value = [...list.peek(), { id, text, tone, action }].slice(-3)
      after(durationMs, () => dismiss(id))
      return id
    }
  }
}
