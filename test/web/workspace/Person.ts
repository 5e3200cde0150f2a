import { assert } from "@effect/vitest"
import type { Outcome } from "../../../src/domain/Outcome.ts"
import * as Draft from "../../../src/web/workspace/Draft.ts"
import { makeDraftStorage } from "../../../src/web/workspace/DraftStorage.ts"
import { makeDrafts } from "../../../src/web/workspace/Drafts.ts"
import { field as fieldOf, rulesOf } from "../../../src/web/workspace/Field.ts"
import { makeLifetime } from "../../../src/web/workspace/Lifetime.ts"
import type { Answer } from "../../../src/web/workspace/Submissions.ts"
import { id } from "../../domain/ExampleStrategy.ts"
import type { desk } from "./Desk.ts"
import { memoryStorage } from "./MemoryStorage.ts"

type Desk = ReturnType<typeof desk>

const field = fieldOf("objective.title", id.team, id.objective)

const rules = rulesOf(field)

/** A submission on its way to the server, or its answer on the way back. */
interface Post {
  readonly sent: Draft.Sent
  readonly resolve: (answer: Answer) => void
  outcome: Outcome | undefined
}

/**
 * Somebody at a page with one field. The page's drafts are the real ones; the network and the time are in the hands of the
 * test. Every change of the draft checks what must hold of it.
 */
export const person = (number: number, server: Desk) => {
  let draft: Draft.Draft | undefined
  let shown = server.shown()
  let running: Post | undefined
  /** Sent by a page that was reloaded since: they may arrive at any time, and nobody hears the answer. */
  const strays: Array<Draft.Sent> = []
  /** What each submission was typed over. */
  const over = new Map<string, string>()
  /** How many changes had been applied when its text was typed. */
  const since = new Map<string, number>()
  /** What this one has last seen there, and gone on from. */
  let agreed = shown.text
  let lastTyped: string | undefined
  let savedUpTo = 0
  /** Of what was typed last: the server said that this stood there already. */
  let stood: string | undefined
  /** The last of this one's own changes that is known to be done; the page may not show it yet. */
  let doneUpTo = 0
  /** The draft was begun on what this one has changed since: it may well be in conflict with that. */
  let isBehind = false
  /** Something was discarded on its way: what is typed next may be in conflict with it. */
  let hasGivenUp = false
  let keys = 0
  let asked = 0

  const changed = (next: Draft.Draft | undefined): void => {
    if (draft === undefined) isBehind = shown.sequenceNumber < doneUpTo
    const base = next?.base.text ?? agreed
    const own = draft?.sent?.text ?? agreed
    assert.isTrue(Draft.same(base, agreed) || Draft.same(base, own), `${number} did not see ${base} but ${agreed}`)
    agreed = base
    draft = next
    if (next?.sent === undefined || over.has(next.sent.key)) return
    over.set(next.sent.key, next.base.text)
    since.set(next.sent.key, savedUpTo)
  }

  const reloaded = memoryStorage()

  const open = () => {
    const lifetime = makeLifetime(() => () => undefined)
    const drafts = makeDrafts({
      submit: (_, sent) => {
        assert.isUndefined(running, `${number} sends two at once`)
        return new Promise((resolve) => {
          running = { sent, resolve, outcome: undefined }
        })
      },
      storage: makeDraftStorage(`${number}`, reloaded()),
      lifetime,
      newId: () => `${number}-${++keys}`,
      isSignedIn: () => true,
      onApplied: () => undefined
    })
    lifetime.onEnd(drafts.of(field).subscribe(changed))
    return { drafts, lifetime }
  }
  let page = open()

  const submitted = (sent: Draft.Sent): Outcome => {
    const before = server.shown().text
    const count = server.applied.length
    const outcome = server.submit(number, sent)
    if (outcome.status === "no_change") stood = sent.text
    if (server.applied.length > count) {
      assert.isTrue(
        Draft.same(before, over.get(sent.key) ?? ""),
        `${sent.key} overwrites ${before}, which was not seen`
      )
    }
    return outcome
  }

  const conflict = () => draft && Draft.conflictOf(draft, shown, rules)

  /** Of a draft that is to be saved: whether that asks the server for anything. */
  const asks = (draft: Draft.Draft | undefined): void => {
    if (draft === undefined || Draft.conflictOf(draft, shown, rules) !== undefined) return
    if (Draft.isIdle(draft, shown)) lastTyped = undefined
    else asked += 1
  }

  const isSaved = (text: string): boolean =>
    server.applied.slice(savedUpTo).some((_) => _.person === number && Draft.same(String(_.event.data.title), text)) ||
    Draft.same(server.shown().text, text) ||
    (stood !== undefined && Draft.same(stood, text))

  /** From here on this text is to be saved, or is on its way already. */
  const intends = (text: string): void => {
    lastTyped = text
    const isOnItsWay = draft?.sent !== undefined && Draft.same(draft.sent.text, text)
    savedUpTo = (isOnItsWay ? since.get(draft?.sent?.key ?? "") : undefined) ?? server.applied.length
    if (!isOnItsWay) stood = undefined
  }

  const steps = {
    type: (text: string): void => {
      intends(text)
      agreed = draft?.base.text ?? shown.text
      page.drafts.type(field, shown, text)
    },
    reopen: (): void => {
      agreed = draft?.base.text ?? shown.text
      page.drafts.begin(field, shown)
    },
    leave: (): void => {
      asks(draft)
      void page.drafts.save(field, shown)
    },
    escape: (): void => {
      lastTyped = undefined
      page.drafts.cancel(field)
    },
    pick: (text: string): void => {
      intends(text)
      const next = draft === undefined ? Draft.begin(shown) : Draft.renewed(draft, shown)
      // A status is picked where the newest that is known of it stands.
      agreed = next.base.text
      asks(Draft.typed(next, text))
      void page.drafts.set(field, shown, text)
    },
    keepMine: (): void => {
      const theirs = conflict()?.theirs
      if (theirs === undefined) return
      asked += 1
      agreed = theirs.text
      void page.drafts.keepMine(field, theirs)
    },
    takeTheirs: (): void => {
      if (conflict() === undefined) return
      lastTyped = undefined
      page.drafts.discard(field)
    },
    /** Whether or not it is on its way: what arrives all the same is not taken back. */
    discard: (): void => {
      lastTyped = undefined
      hasGivenUp ||= draft?.sent !== undefined
      page.drafts.discard(field)
    },
    editOn: (): void => {
      const theirs = conflict()?.theirs
      if (theirs === undefined) return
      agreed = theirs.text
      page.drafts.editOn(field, theirs)
    },
    refresh: (): void => {
      shown = server.shown()
    },
    arrives: (): void => {
      if (running !== undefined) running.outcome ??= submitted(running.sent)
    },
    strayArrives: (): void => {
      const sent = strays.shift()
      if (sent !== undefined) submitted(sent)
    },
    answered: (): void => {
      if (running?.outcome !== undefined) shown = server.shown()
      steps.answeredOnly()
    },
    /** The page is behind what it is told. */
    answeredOnly: (): void => {
      if (running?.outcome === undefined) return
      const { outcome, resolve } = running
      running = undefined
      if (outcome.status === "applied") doneUpTo = outcome.sequenceNumber
      resolve({ kind: "outcome", outcome })
    },
    lost: (): void => {
      if (running === undefined) return
      const { sent, outcome, resolve } = running
      if (outcome === undefined) strays.push(sent)
      running = undefined
      resolve({ kind: "none" })
    },
    retry: (): void => page.drafts.retry(),
    reload: async (): Promise<void> => {
      page.lifetime.end()
      steps.lost()
      shown = server.shown()
      page = open()
      await page.drafts.adopt()
    }
  }

  return {
    ...steps,
    /** What was typed is in the draft, or saved, or was given up; a conflict is with somebody else, and with their last word. */
    check: (): void => {
      const found = conflict()
      if (found !== undefined) {
        assert.isTrue(isBehind || hasGivenUp || server.applied.some((_) => _.person !== number))
        assert.isAtLeast(found.theirs.sequenceNumber, draft?.found?.sequenceNumber ?? 0)
      }
      if (lastTyped === undefined || draft?.mine === lastTyped || isSaved(lastTyped)) return
      assert.fail(`${number} typed ${JSON.stringify(lastTyped)}, which is lost: ${JSON.stringify(draft)}`)
    },
    /** Everything is answered, and then decided in favour of this one. */
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
    counts: () => ({ asked, applied: server.applied.filter((_) => _.person === number).length })
  }
}
