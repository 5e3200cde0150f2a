import { assert } from "@effect/vitest"
import type { Outcome } from "../../../src/domain/Outcome.ts"
import * as Answer from "../../../src/web/model/Answer.ts"
import * as Draft from "../../../src/web/model/Draft.ts"
import { field } from "../../../src/web/model/Field.ts"
import { readDraft } from "../../../src/web/workspace/DraftStorage.ts"
import { id } from "../../domain/House.ts"
import type { desk } from "./Desk.ts"

type Desk = ReturnType<typeof desk>

const rules = { watched: true, whole: true }

/** A submission on its way to the server, or its answer on the way back. */
interface Post {
  readonly sent: Draft.Sent
  outcome: Outcome | undefined
}

/**
 * Somebody at a page with one field, doing what state/Drafts.ts does with the pure rules; the network is in the hands of
 * the test. Every step checks what must hold of it.
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
  let keys = 0
  let asked = 0

  const newKey = (): string => `${number}-${++keys}`

  const put = (next: Draft.Draft | undefined): void => {
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

  const send = (): void => {
    if (running === undefined && draft?.sent !== undefined) running = { sent: draft.sent, outcome: undefined }
  }

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

  const save = (): void => {
    if (draft === undefined || Draft.conflictOf(draft, shown, rules) !== undefined) return
    if (Draft.isIdle(draft, shown)) {
      lastTyped = undefined
      put(undefined)
      return
    }
    asked += 1
    put(Draft.asked(draft, newKey()))
    send()
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
      put(Draft.typed(draft ?? Draft.begin(shown), text))
    },
    reopen: (): void => {
      agreed = draft?.base.text ?? shown.text
      put(draft === undefined ? Draft.begin(shown) : Draft.reopened(draft))
    },
    leave: save,
    escape: (): void => {
      lastTyped = undefined
      put(draft && Draft.cancelled(draft))
    },
    pick: (text: string): void => {
      intends(text)
      const next = draft === undefined ? Draft.begin(shown) : Draft.renewed(draft, shown)
      // A status is picked where the newest that is known of it stands.
      agreed = next.base.text
      put(Draft.typed(next, text))
      save()
    },
    keepMine: (): void => {
      const conflict = draft && Draft.conflictOf(draft, shown, rules)
      if (draft === undefined || conflict === undefined) return
      asked += 1
      agreed = conflict.theirs.text
      put(Draft.asked(Draft.rebased(draft, conflict.theirs), newKey()))
      send()
    },
    takeTheirs: (): void => {
      if (draft === undefined || Draft.conflictOf(draft, shown, rules) === undefined) return
      lastTyped = undefined
      put(undefined)
    },
    editOn: (): void => {
      const conflict = draft && Draft.conflictOf(draft, shown, rules)
      if (draft === undefined || conflict === undefined) return
      agreed = conflict.theirs.text
      put(Draft.rebased(draft, conflict.theirs))
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
      const { sent, outcome } = running
      running = undefined
      if (outcome.status === "applied") doneUpTo = outcome.sequenceNumber
      if (draft?.sent?.key === sent.key) put(Answer.answered(draft, outcome, rules, newKey()).draft)
      send()
    },
    lost: (): void => {
      if (running === undefined) return
      if (running.outcome === undefined) strays.push(running.sent)
      running = undefined
      if (draft?.sent !== undefined) put(Draft.unanswered(draft))
    },
    retry: (): void => {
      if (draft?.sent === undefined || running !== undefined) return
      put(Draft.resent(draft))
      send()
    },
    reload: (): void => {
      steps.lost()
      const kept = JSON.parse(JSON.stringify({ field: field("objective.title", id.team, id.objective), draft }))
      put(draft === undefined ? undefined : readDraft(kept)?.draft)
      shown = server.shown()
    }
  }

  return {
    ...steps,
    /** What was typed is in the draft, or saved, or was given up; a conflict is with somebody else, and with their last word. */
    check: (): void => {
      const conflict = draft && Draft.conflictOf(draft, shown, rules)
      if (conflict !== undefined) {
        assert.isTrue(isBehind || server.applied.some((_) => _.person !== number))
        assert.isAtLeast(conflict.theirs.sequenceNumber, draft?.found?.sequenceNumber ?? 0)
      }
      if (lastTyped === undefined || draft?.mine === lastTyped || isSaved(lastTyped)) return
      assert.fail(`${number} typed ${JSON.stringify(lastTyped)}, which is lost: ${JSON.stringify(draft)}`)
    },
    /** Everything is answered, and then decided in favour of this one. */
    settle: (): void => {
      for (let turn = 0; turn < 20; turn++) {
        while (strays.length > 0) steps.strayArrives()
        steps.retry()
        steps.arrives()
        steps.answered()
        steps.refresh()
        if (draft?.phase === "refused" && running === undefined) return
        if (draft !== undefined && running === undefined) {
          if (Draft.conflictOf(draft, shown, rules) === undefined) save()
          else steps.keepMine()
        }
      }
      assert.deepStrictEqual([draft, running], [undefined, undefined])
    },
    counts: () => ({ asked, applied: server.applied.filter((_) => _.person === number).length })
  }
}
