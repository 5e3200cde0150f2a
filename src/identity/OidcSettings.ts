import { Context, Duration, type Redacted, Schema, SchemaGetter } from "effect"
import { type Role, roles } from "../shared/Roles.ts"

/** Matches every user, whatever groups they are in. */
export const anybody = "*"

/** A role for whoever has this value in the claim; `anybody` for all. */
interface RoleRule {
  readonly role: Role
  readonly value: string
}

/** How people sign in by the company's OpenID provider. */
export interface OidcSettings {
  /** As `URL.href` writes it. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  readonly roles: ReadonlyArray<RoleRule>
  /** The claim with the user's groups. */
  readonly roleClaim: string
  /** What people call the provider. */
  readonly name: string
  /** The service's own address, without a slash at its end. */
  readonly publicUrl: string
}

/** Null: nobody signs in by a provider. */
export const Oidc = Context.Reference<OidcSettings | null>("strategy/identity/Oidc", { defaultValue: () => null })

/** How long a single request to the provider may take. */
export const ProviderTimeout = Context.Reference<Duration.Duration>("strategy/identity/ProviderTimeout", {
  defaultValue: () => Duration.seconds(5)
})

const ownHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"])

const isIssuer = (text: string): boolean => {
  if (!/^https?:\/\/[^\s@?#]+$/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === "https:" || ownHosts.has(hostname)
}

/** Decodes to the URL as `URL.href` writes it. Plain HTTP is for a provider on this machine, when trying it out. */
export const Issuer = Schema.String.check(
  Schema.makeFilter(isIssuer, { message: "must look like https://login.example.org/realms/company" })
).pipe(
  Schema.decodeTo(Schema.String, {
    decode: SchemaGetter.transform((text) => new URL(text).href),
    encode: SchemaGetter.passthrough()
  })
)

const rulePattern = new RegExp(`^(${roles.join("|")})=(.+)$`)

const ruleOf = (part: string): RoleRule | undefined => {
  const [, name, value = ""] = rulePattern.exec(part.trim()) ?? []
  const role = roles.find((one) => one === name)
  return role && { role, value: value.trim() }
}

const rulesIn = (text: string): ReadonlyArray<RoleRule | undefined> => text.split(",").map(ruleOf)

const RoleRules = Schema.Array(Schema.Struct({ role: Schema.Literals(roles), value: Schema.String }))

/** Decodes a list such as `admin=strategy-admins,editor=product,viewer=*`. */
export const RoleRulesText = Schema.String.check(
  Schema.makeFilter((text: string) => rulesIn(text).every((rule) => rule !== undefined && rule.value !== ""), {
    message: "must look like admin=strategy-admins,editor=product,viewer=*"
  })
).pipe(
  Schema.decodeTo(RoleRules, {
    decode: SchemaGetter.transform((text) => rulesIn(text).filter((rule) => rule !== undefined)),
    encode: SchemaGetter.transform((rules) => rules.map(({ role, value }) => `${role}=${value}`).join(","))
  })
)
