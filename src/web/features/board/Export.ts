import { addressOf } from "../../contract/Call.ts"
import { type Failure, fail, type Result, succeed } from "../../contract/Result.ts"
import { saveFile } from "../../parts/SaveFile.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { fileNameOf } from "./ContentDisposition.ts"
import * as exporting from "./ExportTexts.ts"

const timeoutMs = 120_000

/** How often a busy server is asked. */
const maxAttempts = 6

/** The longest time to wait before the next attempt, in seconds. */
const maxWaitSeconds = 30

const exportFailureText = (failure: Failure): string =>
  failure.kind === "unreachable" && failure.retryAfter !== undefined ? exporting.busy : failureText(failure)

interface Deck {
  readonly blob: Blob
  readonly name: string
}

const download = async ({ api, lifetime }: Workspace, teamId: string): Promise<Result<Deck>> => {
  const answer = await api.send(addressOf("GET /api/teams/:teamId/export", { teamId }), {
    headers: { accept: "*/*" },
    signal: AbortSignal.timeout(timeoutMs)
  })
  if (!answer.ok) return answer
  const blob = await lifetime.within(answer.value.blob()).catch(() => undefined)
  if (blob === undefined) return fail({ kind: "unreachable" })
  return succeed({ blob, name: fileNameOf(answer.value.headers.get("content-disposition") ?? "", "strategy.pptx") })
}

/** Downloads the team's presentation. `onProgress` gets a text while it is in progress, and an empty one at the end. */
export const exportTeam = async (
  workspace: Workspace,
  teamId: string,
  onProgress: (text: string) => void
): Promise<void> => {
  const { lifetime, toasts } = workspace
  for (let attempt = 1; ; attempt++) {
    onProgress(exporting.preparing)
    const answer = await download(workspace, teamId)
    if (answer.ok) {
      saveFile(answer.value.blob, answer.value.name)
      onProgress("")
      toasts.show(exporting.done(answer.value.name))
      return
    }
    const { failure } = answer
    const waitSeconds = failure.kind === "unreachable" ? failure.retryAfter : undefined
    if (waitSeconds === undefined || attempt === maxAttempts) {
      onProgress("")
      toasts.show(exporting.failed(exportFailureText(failure)), { tone: "bad", durationMs: 10_000 })
      return
    }
    for (let left = Math.min(waitSeconds, maxWaitSeconds); left > 0; left--) {
      onProgress(exporting.waiting(left))
      await lifetime.sleep(1000)
    }
  }
}
