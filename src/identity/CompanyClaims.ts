import { Predicate } from "effect"
import { usableDisplayName } from "../accounts/users/DisplayName.ts"
import { Username, usableName } from "../accounts/users/Username.ts"
import { usernameLength } from "../shared/Limits.ts"
import { type Role, roles } from "../shared/Roles.ts"
import { anybody, type OidcSettings } from "./OidcSettings.ts"

/** What the provider says of a user, by the claim's name. */
export type Claims = Readonly<Record<string, unknown>>

const textsIn = (claim: unknown): ReadonlyArray<string> =>
  (Array.isArray(claim) ? claim : [claim]).filter(Predicate.isString)

/**
 * The value at a path such as `realm_access.roles`; undefined if there is none. A name may have dots itself, as that of
 * `https://acme.com/roles` does: the shortest name that leads to a value counts, after the whole path.
 */
export const claimAt = (claims: unknown, path: string): unknown => {
  if (!Predicate.isObject(claims)) return undefined
  if (Object.hasOwn(claims, path)) return claims[path]
  for (let dot = path.indexOf("."); dot >= 0; dot = path.indexOf(".", dot + 1)) {
    const name = path.slice(0, dot)
    const found = Object.hasOwn(claims, name) ? claimAt(claims[name], path.slice(dot + 1)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether the claims, `_claim_names` here, have the path or a claim in which it may be. */
const leadsTo = (claims: unknown, path: string): boolean =>
  Predicate.isObject(claims) && Object.keys(claims).some((name) => path === name || path.startsWith(`${name}.`))

/**
 * Whether the provider says that the user has the claim but left it out, as Entra ID does with more than 200 groups. Then
 * nobody knows which role the user should have.
 */
export const isLeftOut = (claims: Claims, path: string): boolean =>
  claimAt(claims, path) === undefined && leadsTo(claims._claim_names, path)

/** The highest role with a rule that matches; undefined if none does. A single text counts as a list of one. */
export const roleOf = (claims: Claims, rules: OidcSettings["roles"], path: string): Role | undefined => {
  const values = new Set([...textsIn(claimAt(claims, path)), anybody])
  const matching = new Set(rules.filter(({ value }) => values.has(value)).map(({ role }) => role))
  return roles.findLast((role) => matching.has(role))
}

/** The claims that a username is made from, the better one first. */
const nameClaims = ["preferred_username", "email"] as const

/** Whether the claims have all that a user is named by. */
export const hasNames = (claims: Claims): boolean =>
  claims.name !== undefined && nameClaims.some((claim) => claims[claim] !== undefined)

/** How a person is called; null if the provider does not say. */
export const displayNameIn = ({ name }: Claims): string | null =>
  (Predicate.isString(name) ? usableDisplayName(name) : undefined) ?? null

/** Entra ID names a guest `ada_gmail.com#EXT#@contoso.onmicrosoft.com`. */
const guest = /^(.+)_([^_]+)#EXT#@.*$/

/** A valid username from the claims; "user" if they have none. */
const nameIn = (claims: Claims): Username => {
  for (const claim of nameClaims) {
    const text = claims[claim]
    const name = Predicate.isString(text) ? usableName(text.replace(guest, "$1@$2")) : undefined
    if (name !== undefined) return name
  }
  return Username.make("user")
}

/** How many names are tried before one with random digits. */
const numberedNames = 9

/** Valid usernames in the order in which they are tried: ada, ada-2 … ada-9, and one that is hardly taken. */
export const usernamesFrom = (claims: Claims, random: string): ReadonlyArray<Username> => {
  const name = nameIn(claims)
  const endings = Array.from({ length: numberedNames - 1 }, (_, index) => `-${index + 2}`)
  return [name, ...[...endings, `-${random}`].map((end) => withEnding(name, end))]
}

const withEnding = (name: string, end: string): Username =>
  Username.make([...name].slice(0, usernameLength - end.length).join("") + end)
