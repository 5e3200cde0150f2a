import type { KeptTexts, PageStorage } from "../../../src/web/workspace/PageStorage.ts"

const texts = (): KeptTexts => {
  const kept = new Map<string, string>()
  return {
    names: () => [...kept.keys()],
    get: (name) => kept.get(name),
    put: (name, text) => {
      if (text === undefined) kept.delete(name)
      else kept.set(name, text)
    }
  }
}

/** Of a browser with one tab: each call is the page after another reload. */
export const memoryStorage = (): (() => PageStorage) => {
  const [local, session] = [texts(), texts()]
  let pages = 0
  return () => {
    pages += 1
    return { local, session, tab: `${pages}`, formerTab: `${pages - 1}`, isGone: () => Promise.resolve(true) }
  }
}
