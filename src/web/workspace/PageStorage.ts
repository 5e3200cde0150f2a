import { browserTexts, type TextStore } from "../session/TextStore.ts"

export interface PageStorage {
  /** The browser's storage, which all tabs share. */
  readonly local: TextStore
  /** Identifies this page among the tabs that store something; new with each load. */
  readonly tab: string
  /** This tab's id before its last reload; empty when there was none. */
  readonly previousTab: string
  /** Whether no open page has this id any more. */
  readonly isTabClosed: (tab: string) => Promise<boolean>
}

/** A tab that is just being closed holds its lock a little longer. */
const closingMs = 2_000

const lockOf = (tab: string): string => `strategy.tab.${tab}`

/** The storage of this browser. Each page holds a lock while it is open: a tab whose lock is free was closed. */
export const browserStorage = (tab: string): PageStorage => {
  const session = browserTexts("sessionStorage")
  const previousTab = session.get("strategy.tab") ?? ""
  session.put("strategy.tab", tab)
  void navigator.locks?.request(lockOf(tab), () => new Promise(() => undefined))
  return {
    local: browserTexts("localStorage"),
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
