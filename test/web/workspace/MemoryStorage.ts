import type { TextStore } from "../../../src/web/session/TextStore.ts"
import type { PageStorage } from "../../../src/web/workspace/PageStorage.ts"

const texts = (): TextStore => {
  const kept = new Map<string, string>()
  return {
    keys: () => [...kept.keys()],
    get: (key) => kept.get(key),
    put: (key, text) => {
      if (text === undefined) kept.delete(key)
      else kept.set(key, text)
    }
  }
}

/** The storage of a browser with one tab. Each call returns it for the page after another reload. */
export const memoryStorage = (): (() => PageStorage) => {
  const local = texts()
  let pages = 0
  return () => {
    pages += 1
    return { local, tab: `${pages}`, previousTab: `${pages - 1}`, isTabClosed: () => Promise.resolve(true) }
  }
}
