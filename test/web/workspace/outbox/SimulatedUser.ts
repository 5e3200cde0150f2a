import { assert } from "@effect/vitest"
import type { Outcome } from "../../../../src/domain/Outcome.ts"
import type { Submission } from "../../../../src/web/contract/PageApi.ts"
import { fail, type Result, succeed } from "../../../../src/web/contract/Result.ts"
import { field as fieldOf, rulesOf } from "../../../../src/web/workspace/Field.ts"
import { makeLifetime } from "../../../../src/web/workspace/Lifetime.ts"
import * as Edit from "../../../../src/web/workspace/outbox/Edit.ts"
import { conflictOf, hasNothingToSave, rebasedOnShown } from "../../../../src/web/workspace/outbox/EditConflict.ts"
import { makeEdits } from "../../../../src/web/workspace/outbox/Edits.ts"
import { makeOutboxStorage } from "../../../../src/web/workspace/outbox/OutboxStorage.ts"
import { makeSendLoop } from "../../../../src/web/workspace/outbox/SendLoop.ts"
import { id } from "../../../domain/ExampleStrategy.ts"
import { memoryStorage } from "../MemoryStorage.ts"
import type { titleServer } from "./TitleServer.ts"

type TitleServer = ReturnType<typeof titleServer>

const field = fieldOf("objective.title", id.team, id.objective)

const rules = rulesOf(field)

/** A request that has not reached the server, or whose answer has not reached the page. */
interface Request {
  readonly sent: Edit.SentValue<string>
  readonly resolve: (answer: Result<Outcome>) => void
  outcome: Outcome | undefined
}

/**
 * A user of a page with one field. The page's edits are the real ones; the test controls the network and the time.
 * Every change of the edit is checked.
 */
export const simulatedUser = (number: number, server: TitleServer) => {
  let draft: Edit.Edit<string> | undefined
  let shown = server.shown()
  let running: Request | undefined
  /** Submissions of a page that was reloaded since: they may arrive at any time, and their answers are lost. */
  const strays: Array<Edit.SentValue<string>> = []
  /** The base of each submission by its key. */
  const baseByKey = new Map<string, string>()
  /** The number of events applied when the text of a submission was typed, by its key. */
  const appliedBefore = new Map<string, number>()
  /** The value the user has seen last and bases the edit on. */
  let lastSeen = shown.value
  let lastTyped: string | undefined
  let savedUpTo = 0
  /** The last typed text, if the server answered that the field has it already. */
  let unchangedText: string | undefined
  /** The sequence number of the user's last applied change; the page may not show it yet. */
  let lastApplied = 0
  /** Whether the draft began on a value older than the user's own last change, with which it may be in conflict. */
  let isBehind = false
  /** Whether a draft was discarded while its submission was pending; the next edit may be in conflict with that. */
  let hasDiscarded = false
  let keys = 0
  let submitted = 0

  const changed = (next: Edit.Edit<string> | undefined): void => {
    if (draft === undefined) isBehind = shown.sequenceNumber < lastApplied
    const base = next?.base.value ?? lastSeen
    const own = draft?.sent?.value ?? lastSeen
    assert.isTrue(
      Edit.sameValue(base, lastSeen) || Edit.sameValue(base, own),
      `${number} did not see ${base} but ${lastSeen}`
    )
    lastSeen = base
    draft = next
    if (next?.sent === undefined || baseByKey.has(next.sent.key)) return
    baseByKey.set(next.sent.key, next.base.value)
    appliedBefore.set(next.sent.key, savedUpTo)
  }

  const reloaded = memoryStorage()

  const open = () => {
    const lifetime = makeLifetime(() => () => undefined)
    const submit = ({ key, body }: Submission): Promise<Result<Outcome>> => {
      assert.isUndefined(running, `${number} sends two at once`)
      const sent = { key, value: String(body.data.title), lastSeen: body.lastSeenSequence ?? 0 }
      return new Promise((resolve) => {
        running = { sent, resolve, outcome: undefined }
      })
    }
    const loop = makeSendLoop(submit, lifetime)
    const storage = makeOutboxStorage(`${number}`, reloaded())
    const edits = makeEdits({
      ...{ loop, storage },
      newId: () => `${number}-${++keys}`,
      untilShown: () => Promise.resolve(),
      onApplied: () => undefined
    })
    lifetime.onEnd(edits.of(field).subscribe(changed))
    return { edits, loop, storage, lifetime }
  }
  let page = open()

  const arrive = (sent: Edit.SentValue<string>): Outcome => {
    const before = server.shown().value
    const count = server.applied.length
    const outcome = server.submit(number, sent)
    if (outcome.status === "no_change") unchangedText = sent.value
    if (server.applied.length > count) {
      assert.isTrue(
        Edit.sameValue(before, baseByKey.get(sent.key) ?? ""),
        `${sent.key} overwrites ${before}, which was not seen`
      )
    }
    return outcome
  }

  const conflict = () => draft && conflictOf(draft, shown, rules)

  /** Counts the submission that saving this draft causes, if it does. */
  const countSubmission = (draft: Edit.Edit<string> | undefined): void => {
    if (draft === undefined || conflictOf(draft, shown, rules) !== undefined) return
    if (hasNothingToSave(draft, shown)) lastTyped = undefined
    else submitted += 1
  }

  const isSaved = (text: string): boolean =>
    server.applied
      .slice(savedUpTo)
      .some((_) => _.user === number && Edit.sameValue(String(_.event.data.title), text)) ||
    Edit.sameValue(server.shown().value, text) ||
    (unchangedText !== undefined && Edit.sameValue(unchangedText, text))

  /** Records a text that must not be lost from now on. */
  const intend = (text: string): void => {
    lastTyped = text
    const isOnItsWay = draft?.sent !== undefined && Edit.sameValue(draft.sent.value, text)
    savedUpTo = (isOnItsWay ? appliedBefore.get(draft?.sent?.key ?? "") : undefined) ?? server.applied.length
    if (!isOnItsWay) unchangedText = undefined
  }

  const steps = {
    type: (text: string): void => {
      intend(text)
      lastSeen = draft?.base.value ?? shown.value
      page.edits.setValue(field, shown, text)
    },
    reopen: (): void => {
      lastSeen = draft?.base.value ?? shown.value
      page.edits.begin(field, shown)
    },
    leave: (): void => {
      countSubmission(draft)
      void page.edits.save(field, shown)
    },
    escape: (): void => {
      lastTyped = undefined
      page.edits.cancel(field)
    },
    pick: (text: string): void => {
      intend(text)
      const next = draft === undefined ? Edit.newEdit(shown) : rebasedOnShown(draft, shown)
      // The choice is based on the newest value the page knows.
      lastSeen = next.base.value
      countSubmission(Edit.withValue(next, text))
      void page.edits.saveValue(field, shown, text)
    },
    keepMine: (): void => {
      const theirs = conflict()?.theirs
      if (theirs === undefined) return
      submitted += 1
      lastSeen = theirs.value
      void page.edits.keepMine(field, theirs)
    },
    takeTheirs: (): void => {
      if (conflict() === undefined) return
      lastTyped = undefined
      page.edits.discard(field)
    },
    /** Discards the draft; a pending submission may still arrive. */
    discard: (): void => {
      lastTyped = undefined
      hasDiscarded ||= draft?.sent !== undefined
      page.edits.discard(field)
    },
    editOn: (): void => {
      const theirs = conflict()?.theirs
      if (theirs === undefined) return
      lastSeen = theirs.value
      page.edits.continueEdit(field, theirs)
    },
    refresh: (): void => {
      shown = server.shown()
    },
    arrives: (): void => {
      if (running !== undefined) running.outcome ??= arrive(running.sent)
    },
    strayArrives: (): void => {
      const sent = strays.shift()
      if (sent !== undefined) arrive(sent)
    },
    answered: (): void => {
      if (running?.outcome !== undefined) shown = server.shown()
      steps.answeredOnly()
    },
    /** Delivers the answer to a page that does not show the change yet. */
    answeredOnly: (): void => {
      if (running?.outcome === undefined) return
      const { outcome, resolve } = running
      running = undefined
      if (outcome.status === "applied") lastApplied = outcome.sequenceNumber
      resolve(succeed(outcome))
    },
    lost: (): void => {
      if (running === undefined) return
      const { sent, outcome, resolve } = running
      if (outcome === undefined) strays.push(sent)
      running = undefined
      resolve(fail({ kind: "unreachable" }))
    },
    retry: (): void => page.loop.retry(),
    reload: async (): Promise<void> => {
      const wasBehind = draft !== undefined && isBehind
      page.lifetime.end()
      steps.lost()
      shown = server.shown()
      page = open()
      for (const left of page.storage.leftByClosedTabs()) {
        const stored = await left
        if (stored !== undefined) page.edits.adopt(stored)
      }
      isBehind ||= wasBehind
    }
  }

  return {
    ...steps,
    /**
     * Checks that typed text is in the draft, saved or discarded, and a conflict is with another user's latest value.
     */
    check: (): void => {
      const found = conflict()
      if (found !== undefined) {
        assert.isTrue(isBehind || hasDiscarded || server.applied.some((_) => _.user !== number))
        assert.isAtLeast(found.theirs.sequenceNumber, draft?.found?.sequenceNumber ?? 0)
      }
      if (lastTyped === undefined || draft?.mine === lastTyped || isSaved(lastTyped)) return
      assert.fail(`${number} typed ${JSON.stringify(lastTyped)}, which is lost: ${JSON.stringify(draft)}`)
    },
    /** Delivers everything, and decides conflicts for this user. */
    settle: async (settled: () => Promise<void>): Promise<void> => {
      for (let turn = 0; turn < 20; turn++) {
        while (strays.length > 0) steps.strayArrives()
        steps.retry()
        steps.arrives()
        steps.answered()
        await settled()
        steps.refresh()
        if (draft?.phase === "refused" && running === undefined) return
        if (draft === undefined && running === undefined) return
        if (draft !== undefined && running === undefined) {
          if (conflict() === undefined) steps.leave()
          else steps.keepMine()
          await settled()
        }
      }
      assert.deepStrictEqual([draft, running], [undefined, undefined])
    },
    counts: () => ({ submitted, applied: server.applied.filter((_) => _.user === number).length })
  }
}
