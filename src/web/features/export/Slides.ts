import { type Failure, fail, type Result, succeed } from "../../contract/Result.ts"
import { saveFile } from "../../parts/SaveFile.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import * as texts from "./Texts.ts"

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

interface Deck {
  readonly blob: Blob
  readonly name: string
}

const download = async ({ api, lifetime }: Workspace, address: string): Promise<Result<Deck>> => {
  const answer = await lifetime.within(api.send(address, { headers, signal: AbortSignal.timeout(timeoutMs) }))
  if (!answer.ok) return answer
  const blob = await lifetime.within(answer.value.blob()).catch(() => undefined)
  if (blob === undefined) return fail({ kind: "unreachable" })
  const [, name = "strategy.pptx"] = /''(.+)/.exec(answer.value.headers.get("content-disposition") ?? "") ?? []
  return succeed({ blob, name: decodeURIComponent(name) })
}

/** Saves the presentation; tells whether it did. `onProgress` gets a text while it is in progress. */
export const saveSlides = async (
  workspace: Workspace,
  address: string,
  onProgress: (text: string) => void
): Promise<boolean> => {
  const { lifetime, toasts } = workspace
  for (let attempt = 1; ; attempt++) {
    onProgress(texts.preparing)
    const answer = await download(workspace, address)
    if (answer.ok) {
      saveFile(answer.value.blob, answer.value.name)
      toasts.show(texts.done(answer.value.name))
      return true
    }
    const { failure } = answer
    const waitSeconds = failure.kind === "unreachable" ? failure.retryAfter : undefined
    if (waitSeconds === undefined || attempt === maxAttempts) {
      toasts.show(texts.failed(failureTextOf(failure)), { tone: "bad", durationMs: 10_000 })
      return false
    }
    onProgress(texts.waiting)
    await lifetime.sleep(1000 * Math.min(waitSeconds, maxWaitSeconds))
  }
}
