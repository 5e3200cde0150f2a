import { begin, type Draft, type Seen, type Sent } from "../model/Draft.ts"
import { dataOf, type Field, isField, keyOf } from "../model/Field.ts"
import { write } from "./Storage.ts"

export interface KeptDraft {
  readonly field: Field
  readonly draft: Draft
  /** Where it is kept. */
  readonly key: string
}

const prefixOf = (userId: string): string => `strategy.draft.${userId}.`

const lockOf = (tab: string): string => `strategy.tab.${tab}`

/** A page is told from the other tabs, which keep drafts beside its own; the one it was before a reload is known to it. */
const tab = crypto.randomUUID()
const formerTab = globalThis.sessionStorage?.getItem("strategy.tab") ?? ""

/** Held as long as the page lives: a tab whose lock is free is gone. */
export const claimTab = (): void => {
  sessionStorage.setItem("strategy.tab", tab)
  void navigator.locks?.request(lockOf(tab), () => new Promise(() => undefined))
}

const put = (key: string, text: string | undefined): void => write(() => localStorage, key, text)

export const keep = (userId: string, field: Field, draft: Draft | undefined): void =>
  put(`${prefixOf(userId)}${tab}.${keyOf(field)}`, draft === undefined ? undefined : JSON.stringify({ field, draft }))

export const forget = ({ key }: Pick<KeptDraft, "key">): void => put(key, undefined)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

const isSeen = (value: unknown): value is Seen =>
  isRecord(value) && typeof value.text === "string" && typeof value.sequenceNumber === "number"

const isSent = (value: unknown): value is Sent =>
  isRecord(value) &&
  typeof value.text === "string" &&
  typeof value.lastSeen === "number" &&
  typeof value.key === "string"

/** Undefined for what no draft of today looks like. What was on its way may or may not have arrived. */
export const readDraft = (value: unknown): Omit<KeptDraft, "key"> | undefined => {
  if (!isRecord(value) || !isField(value.field) || !isRecord(value.draft)) return undefined
  const { base, mine, sent, found, wanted, phase, reason } = value.draft
  if (!isSeen(base) || typeof mine !== "string") return undefined
  const isRefused = phase === "refused" && typeof reason === "string"
  const draft: Draft = {
    ...begin(base),
    mine,
    phase: isSent(sent) ? "waiting" : isRefused ? "refused" : "typing",
    reason: isRefused ? reason : "",
    sent: isSent(sent) ? sent : undefined,
    found: isSeen(found) ? found : undefined,
    wanted: wanted === true
  }
  // Ends here for a text that can't be submitted.
  return dataOf(value.field, draft.mine) === undefined ? undefined : { field: value.field, draft }
}

const read = (key: string): Promise<KeptDraft | undefined> =>
  Promise.resolve(localStorage.getItem(key) ?? "")
    .then(JSON.parse)
    .then((value) => {
      const draft = readDraft(value)
      return draft && { ...draft, key }
    })
    .catch(() => undefined)

const isGone = (other: string): Promise<boolean> =>
  other === tab || other === formerTab || navigator.locks === undefined
    ? Promise.resolve(true)
    : navigator.locks.request(lockOf(other), { ifAvailable: true }, (lock) => lock !== null)

/** All of a user's that no living tab has; of this page before a reload first, as its tab is likeliest to go on with them. */
export const keptDrafts = async (userId: string): Promise<ReadonlyArray<KeptDraft>> => {
  const prefix = prefixOf(userId)
  const tabOf = (key: string): string => key.slice(prefix.length).split(".")[0] ?? ""
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  const rank = (key: string): number => [tab, formerTab].indexOf(tabOf(key)) >>> 0
  const drafts: Array<KeptDraft> = []
  for (const key of keys.toSorted((left, right) => rank(left) - rank(right))) {
    if (!(await isGone(tabOf(key)))) continue
    const draft = await read(key)
    if (draft === undefined) forget({ key })
    else drafts.push(draft)
  }
  return drafts
}
