/** Texts by name. */
export interface KeptTexts {
  readonly names: () => ReadonlyArray<string>
  readonly get: (name: string) => string | undefined
  /** Removes what is undefined. */
  readonly put: (name: string, text: string | undefined) => void
}

/** What a page keeps: `local` with the browser, beside the other tabs; `session` with its tab, a reload included. */
export interface PageStorage {
  readonly local: KeptTexts
  readonly session: KeptTexts
  /** Tells this page from the other tabs, which keep drafts beside its own. */
  readonly tab: string
  /** The one this page was before a reload; empty when there was none. */
  readonly formerTab: string
  /** Whether no living page is this tab. */
  readonly isGone: (tab: string) => Promise<boolean>
}

/** Storage may be full or forbidden: then nothing is kept beyond the page. */
const keptIn = (storage: Storage): KeptTexts => ({
  names: () => Object.keys(storage),
  get: (name) => storage.getItem(name) ?? undefined,
  put: (name, text) => {
    void Promise.resolve()
      .then(() => (text === undefined ? storage.removeItem(name) : storage.setItem(name, text)))
      .catch(() => undefined)
  }
})

/** Kept as long as the page lives, whatever becomes of the storage. */
const rememberedToo = (texts: KeptTexts): KeptTexts => {
  const here = new Map<string, string>()
  return {
    ...texts,
    get: (name) => here.get(name) ?? texts.get(name),
    put: (name, text) => {
      if (text === undefined) here.delete(name)
      else here.set(name, text)
      texts.put(name, text)
    }
  }
}

const lockOf = (tab: string): string => `strategy.tab.${tab}`

/** The browser's. A lock is held as long as the page lives: a tab whose lock is free is gone. */
export const browserStorage = (tab: string): PageStorage => {
  const formerTab = sessionStorage.getItem("strategy.tab") ?? ""
  sessionStorage.setItem("strategy.tab", tab)
  void navigator.locks?.request(lockOf(tab), () => new Promise(() => undefined))
  return {
    local: keptIn(localStorage),
    session: rememberedToo(keptIn(sessionStorage)),
    tab,
    formerTab,
    isGone: (other) =>
      other === tab || other === formerTab || navigator.locks === undefined
        ? Promise.resolve(true)
        : navigator.locks.request(lockOf(other), { ifAvailable: true }, (lock) => lock !== null)
  }
}
