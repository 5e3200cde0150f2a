import type { Draft } from "../model/Draft.ts"
import type { Field } from "../model/Field.ts"

export interface KeptDraft {
  readonly field: Field
  readonly draft: Draft
}

const keyOf = (userId: string): string => `strategy.drafts.${userId}`

/** Storage may be full or forbidden: then a draft lives as long as its page. */
const store = (key: string, text: string | undefined): void => {
  const attempt = () => (text === undefined ? localStorage.removeItem(key) : localStorage.setItem(key, text))
  void Promise.resolve()
    .then(attempt)
    .catch(() => undefined)
}

export const keepDrafts = (userId: string, drafts: ReadonlyArray<KeptDraft>): void =>
  store(keyOf(userId), drafts.length === 0 ? undefined : JSON.stringify(drafts))

/** As they were when the page was last there: what was on its way then may or may not have arrived. */
export const keptDrafts = (userId: string): ReadonlyArray<KeptDraft> => {
  const text = localStorage.getItem(keyOf(userId))
  const drafts: ReadonlyArray<KeptDraft> = text === null ? [] : JSON.parse(text)
  return drafts.map(({ field, draft }) => ({
    field,
    draft: draft.phase === "saving" ? { ...draft, phase: "waiting" } : draft
  }))
}
