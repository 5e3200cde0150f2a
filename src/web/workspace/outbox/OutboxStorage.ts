import type { PageStorage } from "../PageStorage.ts"

/** What is stored of an entry, as values that can be written as JSON. */
export interface StoredForm {
  readonly value: unknown
  /** What changes often of a large value. */
  readonly progress?: unknown
}

/** An entry that no open tab holds. */
export interface StoredEntry extends StoredForm {
  readonly id: string
  readonly forget: () => void
}

/** One user's outbox in the browser's local storage: the entries of this tab, and those that closed tabs left. */
export interface OutboxStorage {
  /** Stores an entry, undefined removes it. The same value is not written again, only its progress. */
  readonly put: (id: string, entry: StoredForm | undefined) => void
  /**
   * The entries no open tab holds, undefined for one that a tab holds. Those of this tab before a reload come first, so
   * that they win over other tabs'; about another tab it may take a while until it is known.
   */
  readonly leftByClosedTabs: () => ReadonlyArray<Promise<StoredEntry | undefined>>
}

/** The form of what is stored: entries of a page that has another one are left to it. */
const prefixOf = (userId: string): string => `strategy.outbox.${userId}.`

const progressOf = (key: string): string => `${key}/progress`

export const makeOutboxStorage = (userId: string, storage: PageStorage): OutboxStorage => {
  const { local, tab, previousTab, isTabClosed } = storage
  const prefix = prefixOf(userId)
  /** The values written last, by their keys. */
  const written = new Map<string, unknown>()
  const tabOf = (key: string): string => key.slice(prefix.length).split(".")[0] ?? ""
  const rank = (key: string): number => [tab, previousTab].indexOf(tabOf(key)) >>> 0
  const remove = (key: string): void => {
    written.delete(key)
    local.put(key, undefined)
    local.put(progressOf(key), undefined)
  }
  const parsed = (key: string): Promise<unknown> =>
    Promise.resolve(local.get(key) ?? "")
      .then(JSON.parse)
      .catch(() => undefined)
  return {
    put: (id, entry) => {
      const key = `${prefix}${tab}.${id}`
      if (entry === undefined) return remove(key)
      if (written.get(key) !== entry.value) local.put(key, JSON.stringify(entry.value))
      written.set(key, entry.value)
      if (entry.progress !== undefined) local.put(progressOf(key), JSON.stringify(entry.progress))
    },
    leftByClosedTabs: () =>
      local
        .keys()
        .filter((key) => key.startsWith(prefix) && !key.endsWith("/progress"))
        .toSorted((left, right) => rank(left) - rank(right))
        .map(async (key) => {
          const owner = tabOf(key)
          if (!(await isTabClosed(owner))) return undefined
          const [value, progress] = await Promise.all([parsed(key), parsed(progressOf(key))])
          return { id: key.slice(prefix.length + owner.length + 1), value, progress, forget: () => remove(key) }
        })
  }
}
