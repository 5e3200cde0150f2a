import { keepMoment } from "../session/Route.ts"
import * as texts from "../texts/SharedTexts.ts"
import type { Workspace } from "../workspace/Workspace.ts"

/** The key that copies the address of what has the focus. */
export const copyLinkKey = "l"

/** Copies by selecting the text in a temporary field, because the clipboard API is missing over plain HTTP. */
const copySelected = (text: string): boolean => {
  const focused = document.activeElement
  const field = document.createElement("textarea")
  field.value = text
  field.className = "hidden"
  // While a dialog is open, nothing outside of it can be selected.
  ;(focused?.closest("dialog") ?? document.body).append(field)
  field.select()
  const isCopied = document.execCommand("copy")
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

/** Copies a text to the clipboard; resolves to whether that worked. */
export const copyText = (text: string): Promise<boolean> =>
  navigator.clipboard?.writeText(text).then(
    () => true,
    () => copySelected(text)
  ) ?? Promise.resolve(copySelected(text))

/** Copies the full address of a path of this page, at the moment that is shown. If that fails, a message shows it to be copied by hand. */
export const copyLink = async ({ toasts }: Workspace, path: string): Promise<void> => {
  const address = `${location.origin}${keepMoment(path)}`
  if (await copyText(address)) toasts.show(texts.common.linkCopied)
  else toasts.show(texts.common.linkNotCopied(address), { durationMs: 30_000 })
}
