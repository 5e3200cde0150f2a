import { type ReadonlySignal, type Signal, signal } from "@preact/signals"
import type { Outcome } from "../../../domain/Outcome.ts"
import type { Submission } from "../../contract/PageApi.ts"
import type { OutboxStorage, StoredEntry, StoredForm } from "./OutboxStorage.ts"
import type { Answer, Lane, SendLoop, UnderWay } from "./SendLoop.ts"

/** What the server has not confirmed: what it is about, which stays, and what the page keeps of it. */
interface Kept<T, V> {
  readonly target: T
  readonly value: V
}

/** How entries of one form are sent and stored. Only `onOutcome` does anything; all others derive. */
export interface Form<T, V> {
  /** Begins the ids of the entries in the storage. */
  readonly name: string
  readonly keyOf: (target: T) => string
  /** How many submissions of an entry are sent at the same time. */
  readonly maxUnderWay: number
  /** The submission to send now, under the same key until it is answered; undefined: none. */
  readonly next: (kept: Kept<T, V>, underWay: UnderWay) => Submission | undefined
  /** What is left after the answer; undefined: nothing. The value may have changed since the submission was sent. */
  readonly answered: (kept: Kept<T, V>, sent: Submission, answer: Answer) => V | undefined
  /** Called before; what was sent is answered when it is done. */
  readonly onOutcome?: (kept: Kept<T, V>, sent: Submission, outcome: Outcome) => Promise<void>
  readonly stored: (kept: Kept<T, V>) => StoredForm
  /** Decodes what `stored` gave; undefined for any other shape. */
  readonly read: (stored: StoredForm) => Kept<T, V> | undefined
  /** What is kept of a target of which a closed tab left something, too; without it, that becomes a leftover. */
  readonly merged?: (here: V, left: V) => V
}

/** What a closed tab left of a target that has something else here. */
interface Leftover<T, V> extends Kept<T, V> {
  readonly forget: () => void
}

/** The entries of one form. Each change of a value is stored. */
export interface Entries<T, V> {
  readonly of: (target: T) => ReadonlySignal<V | undefined>
  /** What has an entry. Changes when one begins or ends, not when its value changes. */
  readonly targets: ReadonlySignal<ReadonlyArray<T>>
  /** Whether no answer came to what was sent of it; it is sent again by itself. */
  readonly isWaiting: (target: T) => boolean
  readonly change: (target: T, next: (value: V | undefined) => V | undefined) => void
  readonly discard: (target: T) => void
  /** Sends what there is to send; resolves to the last outcome, or to undefined where there was none. */
  readonly send: (target: T) => Promise<Outcome | undefined>
  readonly leftovers: ReadonlySignal<ReadonlyArray<Leftover<T, V>>>
  readonly dismissLeftover: (leftover: Leftover<T, V>) => void
  /** Takes over what a closed tab left, and sends what there is to send of it. */
  readonly adopt: (stored: StoredEntry) => void
}

/** Where entries are kept, and what sends them. */
export interface Keeping {
  readonly storage: OutboxStorage
  readonly loop: SendLoop
}

interface Entry<T, V> extends Lane {
  readonly target: T
  readonly value: Signal<V | undefined>
  /** Of the last submission, if it has one. */
  outcome: Outcome | undefined
}

export const makeEntries = <T, V>(form: Form<T, V>, { storage, loop }: Keeping): Entries<T, V> => {
  const entries = new Map<string, Entry<T, V>>()
  const targets = signal<ReadonlyArray<T>>([])
  const leftovers = signal<ReadonlyArray<Leftover<T, V>>>([])

  const put = ({ target, value }: Entry<T, V>, next: V | undefined): void => {
    const others = targets.peek().filter((other) => other !== target)
    const isListed = others.length < targets.peek().length
    value.value = next
    if (isListed !== (next !== undefined)) targets.value = next === undefined ? others : [...others, target]
    storage.put(
      `${form.name} ${form.keyOf(target)}`,
      next === undefined ? undefined : form.stored({ target, value: next })
    )
  }
  const makeEntry = (target: T): Entry<T, V> => {
    const value = signal<V | undefined>(undefined)
    const kept = (): Kept<T, V> | undefined => {
      const now = value.peek()
      return now === undefined ? undefined : { target, value: now }
    }
    const entry: Entry<T, V> = {
      target,
      value,
      outcome: undefined,
      isWaiting: signal(false),
      maxUnderWay: form.maxUnderWay,
      next: (underWay) => {
        const now = kept()
        return now && form.next(now, underWay)
      },
      onAnswer: async (sent, answer) => {
        entry.outcome = answer.ok ? answer.value : undefined
        const before = kept()
        if (answer.ok && before !== undefined) await form.onOutcome?.(before, sent, answer.value)
        const now = kept()
        if (now !== undefined) put(entry, form.answered(now, sent, answer))
      }
    }
    return entry
  }
  const of = (target: T): Entry<T, V> => {
    const key = form.keyOf(target)
    const entry = entries.get(key) ?? makeEntry(target)
    entries.set(key, entry)
    return entry
  }
  const change: Entries<T, V>["change"] = (target, next) => put(of(target), next(of(target).value.peek()))
  const send: Entries<T, V>["send"] = async (target) => {
    const entry = of(target)
    entry.outcome = undefined
    await loop.run(entry)
    return entry.outcome
  }
  return {
    of: (target) => of(target).value,
    targets,
    isWaiting: (target) => of(target).isWaiting.value,
    change,
    discard: (target) => change(target, () => undefined),
    send,
    leftovers,
    dismissLeftover: (leftover) => {
      leftover.forget()
      leftovers.value = leftovers.peek().filter((other) => other !== leftover)
    },
    adopt: ({ forget, ...stored }) => {
      const left = form.read(stored)
      if (left === undefined) return forget()
      const here = of(left.target).value.peek()
      if (here !== undefined && form.merged === undefined) {
        leftovers.value = [...leftovers.peek(), { ...left, forget }]
        return
      }
      forget()
      change(left.target, () => (here && form.merged?.(here, left.value)) ?? left.value)
      void send(left.target)
    }
  }
}
