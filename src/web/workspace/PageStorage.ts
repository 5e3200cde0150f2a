/** Texts by key. */
export interface TextStore {
  readonly keys: () => ReadonlyArray<string>
  readonly get: (key: string) => string | undefined
  /** Removes the key when `text` is undefined. */
  readonly put: (key: string, text: string | undefined) => void
}

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

/** Storage may be full or forbidden: failures to write are ignored. */
const textsIn = (storage: Storage): TextStore => ({
  keys: () => Object.keys(storage),
  get: (key) => storage.getItem(key) ?? undefined,
  put: (key, text) => {
    void Promise.resolve()
      .then(() => (text === undefined ? storage.removeItem(key) : storage.setItem(key, text)))
      .catch(() => undefined)
  }
})

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
  const previousTab = sessionStorage.getItem("strategy.tab") ?? ""
  sessionStorage.setItem("strategy.tab", tab)
  void navigator.locks?.request(lockOf(tab), () => new Promise(() => undefined))
  return {
    local: textsIn(localStorage),
    session: withMemory(textsIn(sessionStorage)),
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
