import { type Signal, signal } from "@preact/signals"

export interface Toast {
  readonly id: string
  readonly text: string
  readonly tone: "calm" | "bad"
  readonly action: { readonly label: string; readonly run: () => void } | undefined
}

export const toasts: Signal<ReadonlyArray<Toast>> = signal([])

export const dismiss = (id: string): void => {
  toasts.value = toasts.peek().filter((toast) => toast.id !== id)
}

/** At most three at once; each goes after `milliseconds`. */
export const toast = (
  text: string,
  options: { readonly tone?: Toast["tone"]; readonly action?: Toast["action"]; readonly milliseconds?: number } = {}
): (() => void) => {
  const id = crypto.randomUUID()
  toasts.value = [...toasts.peek(), { id, text, tone: options.tone ?? "calm", action: options.action }].slice(-3)
  setTimeout(() => dismiss(id), options.milliseconds ?? 6000)
  return () => dismiss(id)
}
