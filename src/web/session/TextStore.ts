/** Texts by key. */
export interface TextStore {
  readonly keys: () => ReadonlyArray<string>
  readonly get: (key: string) => string | undefined
  /** Removes the key when `text` is undefined. */
  readonly put: (key: string, text: string | undefined) => void
}

/** A storage of the browser. It may be full or forbidden: failures to write are ignored. */
export const browserTexts = (name: "localStorage" | "sessionStorage"): TextStore => {
  // Browsers that block cookies throw as soon as a storage is named.
  const storage = Reflect.get(navigator, "cookieEnabled") === true ? globalThis[name] : undefined
  return {
    keys: () => Object.keys(storage ?? {}),
    get: (key) => storage?.getItem(key) ?? undefined,
    put: (key, text) => {
      void Promise.resolve()
        .then(() => (text === undefined ? storage?.removeItem(key) : storage?.setItem(key, text)))
        .catch(() => undefined)
    }
  }
}
