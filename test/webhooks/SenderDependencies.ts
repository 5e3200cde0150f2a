import { Effect } from "effect"
import { utcDays } from "../../src/shared/Days.ts"
import type { Control, Dependencies } from "../../src/webhooks/HookSender.ts"

/** What a sender needs, on an empty log, with a lease that does not end. */
export const senderDependencies = (
  own: Partial<Dependencies> & Pick<Dependencies, "receiver" | "save">
): Dependencies => ({
  digest: (_, since) => Effect.succeed({ body: `since ${since}`, sequenceNumber: 8 }),
  days: utcDays,
  nextEvent: () => (after) => Effect.succeed({ found: undefined, scannedTo: after }),
  log: { awaitAfter: () => Effect.never, isBusy: () => false },
  pace: { take: Effect.void },
  attempted: () => {},
  isLeased: () => true,
  ...own
})

export const endless: Control = { isRetired: () => false, retired: Effect.never, moved: () => {} }
