import { addressOf } from "../../contract/Call.ts"
import type { Failure } from "../../contract/Result.ts"
import { troubleOf } from "../../texts/Trouble.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { fileNameOf } from "./Disposition.ts"
import { texts } from "./Texts.ts"

/** Milliseconds a deck may take, and how often a busy server is asked again. */
const timeoutMs = 120_000
const turns = 6

const save = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

const wordsOf = (failure: Failure): string =>
  failure.kind === "unreachable" && failure.retryAfter !== undefined ? texts.exporting.busy : troubleOf(failure)

/** Has the team's slides made and saves them; `tell` hears what is going on, and nothing at the end. */
export const exportTeam = async (
  { api, lifetime, toasts }: Workspace,
  teamId: string,
  tell: (words: string) => void
): Promise<void> => {
  for (let turn = 1; ; turn++) {
    tell(texts.exporting.preparing)
    const answer = await api.send(addressOf("GET /api/teams/:teamId/export", { teamId }), {
      headers: { accept: "*/*" },
      signal: AbortSignal.timeout(timeoutMs)
    })
    const blob = answer.ok ? await lifetime.within(answer.value.blob()).catch(() => undefined) : undefined
    if (answer.ok && blob !== undefined) {
      const name = fileNameOf(answer.value.headers.get("content-disposition") ?? "", "strategy.pptx")
      save(blob, name)
      tell("")
      toasts.show(texts.exporting.done(name))
      return
    }
    const failure: Failure = answer.ok ? { kind: "unreachable" } : answer.failure
    const wait = failure.kind === "unreachable" ? failure.retryAfter : undefined
    if (wait === undefined || turn === turns) {
      tell("")
      toasts.show(texts.exporting.failed(wordsOf(failure)), { tone: "bad", milliseconds: 10_000 })
      return
    }
    for (let left = Math.min(wait, 30); left > 0; left--) {
      tell(texts.exporting.waiting(left))
      await lifetime.sleep(1000)
    }
  }
}
