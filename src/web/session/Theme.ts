import { effect, type Signal, signal } from "@preact/signals-core"

export type Theme = "system" | "light" | "dark"

const key = "strategy.theme"

const isTheme = (text: string | null): text is Theme => text === "light" || text === "dark"

const stored = globalThis.localStorage?.getItem(key) ?? null

export const theme: Signal<Theme> = signal(isTheme(stored) ? stored : "system")

export const watchTheme = (): void => {
  effect(() => {
    const { documentElement } = document
    if (theme.value === "system") documentElement.removeAttribute("data-theme")
    else documentElement.dataset.theme = theme.value
    localStorage.setItem(key, theme.value)
  })
}
