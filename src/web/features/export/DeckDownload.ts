import { type Failure, fail, type Result, succeed } from "../../contract/Result.ts"
import { saveFile } from "../../parts/SaveFile.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import { retryWhileBusy } from "../../workspace/RetryWhileBusy.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import * as texts from "./ExportTexts.ts"

const timeoutMs = 120_000

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
  const save = async (): Promise<Result<string>> => {
    onProgress(texts.preparing)
    const answer = await lifetime.within(api.send(address, { headers, signal: AbortSignal.timeout(timeoutMs) }))
    if (!answer.ok) return answer
    const blob = await lifetime.within(answer.value.blob()).catch(() => undefined)
    if (blob === undefined) return fail({ kind: "unreachable" })
    const [, name = "strategy.pptx"] = /''(.+)/.exec(answer.value.headers.get("content-disposition") ?? "") ?? []
    saveFile(blob, decodeURIComponent(name))
    return succeed(decodeURIComponent(name))
  }
  const saved = await retryWhileBusy(lifetime, save, { onPause: () => onProgress(texts.waiting) })
  if (!saved.ok) return texts.failed(failureTextOf(saved.failure))
  toasts.show(texts.done(saved.value))
  return ""
}
