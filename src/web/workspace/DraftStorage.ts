import { begin, type Draft, type Seen, type Sent } from "./Draft.ts"
import { dataOf, type Field, isField, keyOf } from "./Field.ts"
import type { PageStorage } from "./PageStorage.ts"

export interface KeptDraft {
  readonly field: Field
  readonly draft: Draft
  /** Where it is kept. */
  readonly key: string
}

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

/** A user's drafts, as this page and tabs that are gone kept them. */
export interface DraftStorage {
  readonly keep: (field: Field, draft: Draft | undefined) => void
  readonly forget: (kept: Pick<KeptDraft, "key">) => void
  /** All that no living tab has; of this page before a reload first, as its tab is likeliest to go on with them. */
  readonly kept: () => Promise<ReadonlyArray<KeptDraft>>
}

export const makeDraftStorage = (userId: string, { local, tab, formerTab, isGone }: PageStorage): DraftStorage => {
  const prefix = `strategy.draft.${userId}.`
  const tabOf = (key: string): string => key.slice(prefix.length).split(".")[0] ?? ""
  const rank = (key: string): number => [tab, formerTab].indexOf(tabOf(key)) >>> 0
  const forget: DraftStorage["forget"] = ({ key }) => local.put(key, undefined)
  const read = (key: string): Promise<KeptDraft | undefined> =>
    Promise.resolve(local.get(key) ?? "")
      .then(JSON.parse)
      .then((value) => {
        const draft = readDraft(value)
        return draft && { ...draft, key }
      })
      .catch(() => undefined)
  return {
    keep: (field, draft) =>
      local.put(`${prefix}${tab}.${keyOf(field)}`, draft === undefined ? undefined : JSON.stringify({ field, draft })),
    forget,
    kept: async () => {
      const keys = local.names().filter((key) => key.startsWith(prefix))
      const drafts: Array<KeptDraft> = []
      for (const key of keys.toSorted((left, right) => rank(left) - rank(right))) {
        if (!(await isGone(tabOf(key)))) continue
        const draft = await read(key)
        if (draft === undefined) forget({ key })
        else drafts.push(draft)
      }
      return drafts
    }
  }
}
