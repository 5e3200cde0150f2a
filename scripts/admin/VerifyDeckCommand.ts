import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { AccountLog } from "../../src/accounts/log/AccountLog.ts"
import { receiptIn, receiptKey } from "../../src/deck/Receipt.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import * as CommandOutput from "./CommandOutput.ts"
import { ExitStatus } from "./Failure.ts"
import { readFile } from "./FileInput.ts"
import { storesCommand } from "./Services.ts"

/** What a file can be, with the exit code of the command. */
const verdicts = {
  unedited: { code: 0, text: "Unedited: this service made it from its log, and nobody has changed it." },
  edited: { code: 3, text: "Edited: it isn't as this service made it." },
  redacted: { code: 4, text: "Redacted since: unedited, but text was taken out of the log after it was made." },
  "other log": { code: 5, text: "Of another log: this database's log is not what it was made from." },
  "no receipt": {
    code: 6,
    text: "Without receipt: made by a release before 1.1, by another program, or stripped of it."
  },
  "not a deck": { code: 7, text: "Not a deck: the file isn't a presentation." }
} as const

type Verdict = keyof typeof verdicts

const pageSize = 500

const hasRedaction = Effect.fnUntraced(function* () {
  const { entriesAfter } = yield* AccountLog
  for (let after = 0; ; ) {
    const entries = yield* entriesAfter(after, pageSize)
    if (entries.some(({ action }) => action === "redacted")) return true
    if (entries.length < pageSize) return false
    after = entries.at(-1)?.id ?? after
  }
})

const verdictOf = Effect.fnUntraced(function* (file: Uint8Array) {
  const receipt = receiptIn(file)
  if (typeof receipt === "string") return { verdict: receipt, event: null }
  const { event, logHash } = receipt
  const told = (verdict: Verdict) => ({ verdict, event })
  const key = receiptKey(yield* AccountLog.use(({ unknownNameKey }) => unknownNameKey))
  if (!receipt.isFrom(key)) return told("other log")
  if (!receipt.isUnedited(key)) return told("edited")
  const [last] = yield* EventStore.use(({ read }) => read(event - 1, 1))
  if (last?.hash === logHash) return told("unedited")
  return told((yield* hasRedaction()) ? "redacted" : "other log")
})

export const command = storesCommand(
  "verify-deck",
  { path: Argument.String("file").pipe(Argument.withDescription("The presentation's path")) },
  function* ({ path }) {
    const { verdict, event } = yield* verdictOf(yield* readFile("presentation", path))
    const { code, text } = verdicts[verdict]
    const at = event === null ? "" : ` It names event ${event}.`
    yield* CommandOutput.print({ json: { verdict, event }, text: text + at })
    if (code !== 0) yield* new ExitStatus({ code })
  }
).pipe(
  Command.withDescription(
    "Tells whether a presentation is as this service made it. Exit codes: 0 unedited, 3 edited, 4 redacted since, " +
      "5 of another log, 6 without receipt, 7 not a deck"
  )
)
