import { browserTexts, type TextStore } from "../session/TextStore.ts"

/** The browser's storage: `local` is shared by all tabs, `session` belongs to one tab and survives its reloads. */
export interface PageStorage {
  readonly local: TextStore
  readonly session: TextStore
  /** Identifies this page among the tabs that store drafts; new with each load. */
  readonly tab: string
  /** This tab's id before its last reload; empty when there was none. */
  readonly previousTab: string
  /** Whether no open page has this id any more. */
  readonly isTabClosed: (tab: string) => Promise<boolean>
}

/** Also keeps the texts in memory, so that they last as long as the page even when the storage refuses them. */
const withMemory = (texts: TextStore): TextStore => {
  const memory = new Map<string, string>()
  return {
    ...texts,
    get: (key) => memory.get(key) ?? texts.get(key),
    put: (key, text) => {
      if (text === undefined) memory.delete(key)
      else memory.set(key, text)
      texts.put(key, text)
    }
  }
}

/** A tab that is just being closed holds its lock a little longer. */
const closingMs = 2_000

const lockOf = (tab: string): string => `strategy.tab.${tab}`

/** The storage of this browser. Each page holds a lock while it is open: a tab whose lock is free was closed. */
export const browserStorage = (tab: string): PageStorage => {
  const session = withMemory(browserTexts("sessionStorage"))
  const previousTab = session.get("strategy.tab") ?? ""
  session.put("strategy.tab", tab)
  void navigator.locks?.request(lockOf(tab), () => new Promise(() => undefined))
  return {
    local: browserTexts("localStorage"),
    session,
    tab,
    previousTab,
    isTabClosed: (other) =>
      other === tab || other === previousTab || navigator.locks === undefined
        ? Promise.resolve(true)
        : navigator.locks
            .request(lockOf(other), { signal: AbortSignal.timeout(closingMs) }, () => true)
            .catch(() => false)
  }
}
