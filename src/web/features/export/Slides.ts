import { type Failure, fail, type Result, succeed } from "../../contract/Result.ts"
import { saveFile } from "../../parts/SaveFile.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { fileNameOf } from "./ContentDisposition.ts"
import * as texts from "./Texts.ts"

const timeoutMs = 120_000

/** How often a busy server is asked. */
const maxAttempts = 6

/** The longest time to wait before the next attempt, in seconds. */
const maxWaitSeconds = 30

const request = (signal?: AbortSignal) => {
  const timeout = AbortSignal.timeout(timeoutMs)
  return { headers: { accept: "*/*" }, signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]) }
}

/** How many slides it comes to. The server keeps what it made for the answer, so that saving it takes no second time. */
export const countSlides = async (
  { api, lifetime }: Workspace,
  address: string,
  signal: AbortSignal
): Promise<Result<number>> => {
  const answer = await lifetime.within(api.send(address, { method: "HEAD", ...request(signal) }))
  return answer.ok ? succeed(Number(answer.value.headers.get("x-slides"))) : answer
}

interface Deck {
  readonly blob: Blob
  readonly name: string
}

const download = async ({ api, lifetime }: Workspace, address: string): Promise<Result<Deck>> => {
  const answer = await lifetime.within(api.send(address, request()))
  if (!answer.ok) return answer
  const blob = await lifetime.within(answer.value.blob()).catch(() => undefined)
  if (blob === undefined) return fail({ kind: "unreachable" })
  return succeed({ blob, name: fileNameOf(answer.value.headers.get("content-disposition") ?? "", "strategy.pptx") })
}

export const slidesFailureText = (failure: Failure): string =>
  failure.kind === "unreachable" && failure.retryAfter !== undefined ? texts.busy : failureText(failure)

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
      toasts.show(texts.failed(slidesFailureText(failure)), { tone: "bad", durationMs: 10_000 })
      return false
    }
    for (let left = Math.min(waitSeconds, maxWaitSeconds); left > 0; left--) {
      onProgress(texts.waiting(left))
      await lifetime.sleep(1000)
    }
  }
}
