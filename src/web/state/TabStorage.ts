import { write } from "./Storage.ts"

const here = new Map<string, string>()

/** What this tab keeps under a name, a reload included. */
export const kept = (name: string): string | undefined => here.get(name) ?? sessionStorage.getItem(name) ?? undefined

/** As long as the page lives, whatever becomes of the storage. */
export const keep = (name: string, text: string | undefined): void => {
  if (text === undefined) here.delete(name)
  else here.set(name, text)
  write(() => sessionStorage, name, text)
}
