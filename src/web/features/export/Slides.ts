import type { Failure } from "../../contract/Result.ts"
import { saveFile } from "../../parts/SaveFile.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import * as texts from "./ExportTexts.ts"

const timeoutMs = 120_000

/** The number of attempts when the server is busy. */
const maxAttempts = 6

/** The longest time to wait before the next attempt, in seconds. */
const maxWaitSeconds = 30

const headers = { accept: "*/*" }

const failureTextOf = (failure: Failure): string =>
  failure.kind === "unreachable" && failure.retryAfter !== undefined ? texts.busy : failureText(failure)

/**
 * Says how many slides the choice makes, or why none. The server keeps the presentation that it made for this answer,
 * so saving it is quick.
 */
export const countSlides = async (
  { api, lifetime }: Workspace,
  address: string,
  signal: AbortSignal
): Promise<string> => {
  const answer = await lifetime.within(api.send(address, { method: "HEAD", headers, signal }))
  return answer.ok ? texts.slides(Number(answer.value.headers.get("x-slides"))) : failureTextOf(answer.failure)
}

/** Saves the presentation; returns why it did not, or an empty text. `onProgress` gets a text while it is in progress. */
export const saveSlides = async (
  { api, lifetime, toasts }: Workspace,
  address: string,
  onProgress: (text: string) => void
): Promise<string> => {
  for (let attempt = 1; ; attempt++) {
    onProgress(texts.preparing)
    const answer = await lifetime.within(api.send(address, { headers, signal: AbortSignal.timeout(timeoutMs) }))
    const blob = answer.ok ? await lifetime.within(answer.value.blob()).catch(() => undefined) : undefined
    if (answer.ok && blob !== undefined) {
      const [, name = "strategy.pptx"] = /''(.+)/.exec(answer.value.headers.get("content-disposition") ?? "") ?? []
      saveFile(blob, decodeURIComponent(name))
      toasts.show(texts.done(decodeURIComponent(name)))
      return ""
    }
    const failure: Failure = answer.ok ? { kind: "unreachable" } : answer.failure
    const waitSeconds = failure.kind === "unreachable" ? failure.retryAfter : undefined
    if (waitSeconds === undefined || attempt === maxAttempts) return texts.failed(failureTextOf(failure))
    onProgress(texts.waiting)
    await lifetime.sleep(1000 * Math.min(waitSeconds, maxWaitSeconds))
  }
}
