import type { PageStorage } from "../PageStorage.ts"

/** An entry that no open tab holds. */
export interface StoredEntry {
  readonly id: string
  readonly value: unknown
  /** What was last put as its progress. */
  readonly progress: unknown
  readonly forget: () => void
}

/** One user's outbox in the browser's local storage: the entries of this tab, and those that closed tabs left. */
export interface OutboxStorage {
  /** Stores a value that can be written as JSON; undefined removes it, and its progress. */
  readonly put: (id: string, value: unknown) => void
  /** Stores what changes often of a large entry. */
  readonly putProgress: (id: string, progress: unknown) => void
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
  const tabOf = (key: string): string => key.slice(prefix.length).split(".")[0] ?? ""
  const rank = (key: string): number => [tab, previousTab].indexOf(tabOf(key)) >>> 0
  const keyOf = (id: string): string => `${prefix}${tab}.${id}`
  const remove = (key: string): void => {
    local.put(key, undefined)
    local.put(progressOf(key), undefined)
  }
  const parsed = (key: string): Promise<unknown> =>
    Promise.resolve(local.get(key) ?? "")
      .then(JSON.parse)
      .catch(() => undefined)
  return {
    put: (id, value) => {
      if (value === undefined) remove(keyOf(id))
      else local.put(keyOf(id), JSON.stringify(value))
    },
    putProgress: (id, progress) => local.put(progressOf(keyOf(id)), JSON.stringify(progress)),
    leftByClosedTabs: () =>
      local
        .keys()
        .filter((key) => key.startsWith(prefix) && !key.endsWith("/progress"))
        .toSorted((left, right) => rank(left) - rank(right))
        .map(async (key) => {
          const owner = tabOf(key)
          if (!(await isTabClosed(owner))) return undefined
          const [value, progress] = await Promise.all([parsed(key), parsed(progressOf(key))])
          return {
            id: key.slice(prefix.length + owner.length + 1),
            ...{ value, progress },
            forget: () => remove(key)
          }
        })
  }
}
