import { Context, Duration, Effect, Option, type Redacted, Schema, SchemaGetter, SchemaIssue } from "effect"
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
  /** The claim with the user's groups, or a path with dots into claims: see `claimAt`. */
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

const ruleOf = (part: string): Option.Option<RoleRule> => {
  const [, name, value = ""] = rulePattern.exec(part.trim()) ?? []
  const role = roles.find((one) => one === name)
  return role === undefined || value.trim() === "" ? Option.none() : Option.some({ role, value: value.trim() })
}

const GroupNames = Schema.Union([Schema.NonEmptyString, Schema.NonEmptyArray(Schema.NonEmptyString)])

const GroupsByRole = Schema.Struct({
  admin: Schema.optionalKey(GroupNames),
  editor: Schema.optionalKey(GroupNames),
  viewer: Schema.optionalKey(GroupNames)
}).check(Schema.isMinProperties(1))

const decodeGroups = Schema.decodeUnknownOption(Schema.fromJsonString(GroupsByRole), { onExcessProperty: "error" })

/** A key of the JSON form. Quotes inside a group's name have a backslash, so no name looks like one. */
const roleKey = new RegExp(`"(?:${roles.join("|")})"\\s*:`, "g")

/** None for a text in which a role stands twice, of which `JSON.parse` would keep the last. */
const rulesInJson = (text: string): Option.Option<ReadonlyArray<RoleRule>> =>
  decodeGroups(text).pipe(
    Option.filter((groups) => text.match(roleKey)?.length === Object.keys(groups).length),
    Option.map((groups) =>
      roles.flatMap((role) => [groups[role] ?? []].flat().map((value): RoleRule => ({ role, value })))
    )
  )

const rulesIn = (text: string): Option.Option<ReadonlyArray<RoleRule>> =>
  text.trim().startsWith("{") ? rulesInJson(text.trim()) : Option.all(text.split(",").map(ruleOf))

const RoleRules = Schema.Array(Schema.Struct({ role: Schema.Literals(roles), value: Schema.String }))

const rolesMessage =
  'must look like admin=strategy-admins,editor=product,viewer=*, or like {"admin":["CN=Strategy, Admins"],"viewer":"*"}'

/**
 * Decodes a list such as `admin=strategy-admins,editor=product,viewer=*`, or JSON, which takes any name of a group:
 * `{"admin":["CN=Strategy, Admins"],"viewer":"*"}`.
 */
export const RoleRulesText = Schema.String.pipe(
  Schema.decodeTo(RoleRules, {
    decode: SchemaGetter.transformEffect((text, options) =>
      Option.match(rulesIn(text), {
        onNone: () => Effect.fail(new SchemaIssue.InvalidValue({ message: rolesMessage }, text, options)),
        onSome: Effect.succeed
      })
    ),
    encode: SchemaGetter.forbidden(() => "Rules are only read.")
  })
)
