import { effect, type Signal, signal } from "@preact/signals"
import { browserTexts } from "./TextStore.ts"

export type Theme = "system" | "light" | "dark"

const key = "strategy.theme"

const isTheme = (text: string | undefined): text is Theme => text === "light" || text === "dark"

const storage = browserTexts("localStorage")
const stored = storage.get(key)

export const theme: Signal<Theme> = signal(isTheme(stored) ? stored : "system")

export const watchTheme = (): void => {
  effect(() => {
    const { documentElement } = document
    if (theme.value === "system") documentElement.removeAttribute("data-theme")
    else documentElement.dataset.theme = theme.value
    storage.put(key, theme.value)
  })
}
