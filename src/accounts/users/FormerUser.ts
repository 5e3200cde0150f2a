import { normalized } from "../../shared/NormalForm.ts"

const formerUser = /^\s*former\s+user\b/iu

/** Whether a name begins like what stands for the removed names of deleted users, so that nobody may have it. */
export const standsForFormerUser = (name: string): boolean => {
  const seen = name.replaceAll(/[\u200C\u200D]/g, "")
  return formerUser.test(normalized(seen, "NFKC", seen.length) ?? seen)
}

export const standsForFormerUserRule = "must not begin with “former user”, which stands for people who are gone"
