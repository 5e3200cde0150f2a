import { signal } from "@preact/signals"
import { basePath } from "../contract/BasePath.ts"

/** Whether the server has a newer page than this one, as far as is known. */
export const hasNewPage = signal(false)

/** The name of the script that started this page. It contains a hash, so another build has another name. */
const scriptName = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"]')?.src.split("/").at(-1) ?? ""

/** Asks the server for its page. Nothing changes while it does not answer. */
export const checkForNewPage = async (): Promise<void> => {
  const answer = await fetch(`${basePath}/strategy/`, { cache: "no-cache" }).catch(() => undefined)
  if (answer?.ok === true) hasNewPage.value = !(await answer.text()).includes(scriptName())
}
