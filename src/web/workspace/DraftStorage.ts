import { type Draft, newDraft, type PendingSubmission, type SeenValue } from "./Draft.ts"
import { dataOf, type Field, hasTexts, isField, keyOf } from "./Field.ts"
import type { PageStorage } from "./PageStorage.ts"

export interface StoredDraft {
  readonly field: Field
  readonly draft: Draft
  /** Its key in the browser's local storage. */
  readonly key: string
}

const isSeenValue = (value: unknown): value is SeenValue =>
  hasTexts(value, "text") && typeof value.sequenceNumber === "number"

const isPendingSubmission = (value: unknown): value is PendingSubmission =>
  hasTexts(value, "text", "key") && typeof value.lastSeen === "number"

/**
 * Decodes a stored draft; undefined for any other shape. A draft that was being saved comes back as `waiting`, since
 * its submission may or may not have arrived. Throws when its text cannot be submitted.
 */
export const readDraft = (value: unknown): Omit<StoredDraft, "key"> | undefined => {
  const { field, draft: stored }: Readonly<Record<string, unknown>> = Object(value)
  const { base, mine, sent, found, wanted, phase, reason }: Readonly<Record<string, unknown>> = Object(stored)
  if (!isField(field) || !isSeenValue(base) || typeof mine !== "string") return undefined
  const isRefused = phase === "refused" && typeof reason === "string"
  const draft: Draft = {
    ...newDraft(base),
    mine,
    phase: isPendingSubmission(sent) ? "waiting" : isRefused ? "refused" : "typing",
    reason: isRefused ? reason : "",
    sent: isPendingSubmission(sent) ? sent : undefined,
    found: isSeenValue(found) ? found : undefined,
    wanted: wanted === true
  }
  return dataOf(field, mine) === undefined ? undefined : { field, draft }
}

/** One user's drafts in local storage: those of this page, and those that closed tabs left. */
export interface DraftStorage {
  /** Stores the draft; removes the stored one when `draft` is undefined. */
  readonly put: (field: Field, draft: Draft | undefined) => void
  readonly remove: (stored: Pick<StoredDraft, "key">) => void
  /**
   * The drafts no open tab holds, undefined for one that a tab holds. Those of this page before a reload come first, so that
   * they win over other tabs'; about another tab it may take a while until it is known.
   */
  readonly leftByClosedTabs: () => ReadonlyArray<Promise<StoredDraft | undefined>>
}

export const makeDraftStorage = (
  userId: string,
  { local, tab, previousTab, isTabClosed }: PageStorage
): DraftStorage => {
  const prefix = `strategy.draft.${userId}.`
  const tabOf = (key: string): string => key.slice(prefix.length).split(".")[0] ?? ""
  const rank = (key: string): number => [tab, previousTab].indexOf(tabOf(key)) >>> 0
  const remove: DraftStorage["remove"] = ({ key }) => local.put(key, undefined)
  const read = (key: string): Promise<StoredDraft | undefined> =>
    Promise.resolve(local.get(key) ?? "")
      .then(JSON.parse)
      .then((value) => {
        const draft = readDraft(value)
        return draft && { ...draft, key }
      })
      .catch(() => undefined)
  return {
    put: (field, draft) =>
      local.put(`${prefix}${tab}.${keyOf(field)}`, draft === undefined ? undefined : JSON.stringify({ field, draft })),
    remove,
    leftByClosedTabs: () =>
      local
        .keys()
        .filter((key) => key.startsWith(prefix))
        .toSorted((left, right) => rank(left) - rank(right))
        .map(async (key) => {
          if (!(await isTabClosed(tabOf(key)))) return undefined
          const draft = await read(key)
          if (draft === undefined) remove({ key })
          return draft
        })
  }
}
