/** Writes, or removes what is undefined. Storage may be full or forbidden: then nothing is kept beyond the page. */
export const write = (storage: () => Storage, key: string, text: string | undefined): void => {
  void Promise.resolve()
    .then(() => (text === undefined ? storage().removeItem(key) : storage().setItem(key, text)))
    .catch(() => undefined)
}
