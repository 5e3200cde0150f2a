const here = new Map<string, string>()

/** What this tab keeps under a name, a reload included. */
export const kept = (name: string): string | undefined => here.get(name) ?? sessionStorage.getItem(name) ?? undefined

/** Storage may be full or forbidden: then it is kept as long as the page lives. */
export const keep = (name: string, text: string | undefined): void => {
  if (text === undefined) here.delete(name)
  else here.set(name, text)
  void Promise.resolve()
    .then(() => (text === undefined ? sessionStorage.removeItem(name) : sessionStorage.setItem(name, text)))
    .catch(() => undefined)
}
