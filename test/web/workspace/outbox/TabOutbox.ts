import type { Outcome } from "../../../../src/domain/Outcome.ts"
import type { Submission } from "../../../../src/web/contract/PageApi.ts"
import type { Result } from "../../../../src/web/contract/Result.ts"
import { makeLifetime, type RunAfter } from "../../../../src/web/workspace/Lifetime.ts"
import type { Entries, Keeping } from "../../../../src/web/workspace/outbox/Entries.ts"
import { makeOutboxStorage } from "../../../../src/web/workspace/outbox/OutboxStorage.ts"
import { makeSendLoop } from "../../../../src/web/workspace/outbox/SendLoop.ts"
import type { PageStorage } from "../../../../src/web/workspace/PageStorage.ts"
import { memoryStorage } from "../MemoryStorage.ts"

interface TabOutbox extends Keeping {
  /** Gives entries what closed tabs left, as a page does when it begins. */
  readonly adoptInto: (entries: Pick<Entries<never, never>, "adopt">) => Promise<void>
}

/** What the entries of one page are sent by and kept in. Without `after` no timer fires. */
export const tabOutbox = (
  submit: (sent: Submission) => Promise<Result<Outcome>>,
  storage: PageStorage = memoryStorage()(),
  after: RunAfter = () => () => undefined
): TabOutbox => {
  const kept = makeOutboxStorage("ada", storage)
  return {
    storage: kept,
    loop: makeSendLoop(submit, makeLifetime(after)),
    adoptInto: async ({ adopt }) => {
      for (const found of kept.leftByClosedTabs()) {
        const left = await found
        if (left !== undefined) adopt(left)
      }
    }
  }
}
