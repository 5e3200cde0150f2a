import { assert, describe, it } from "@effect/vitest"
import { claimAt, isLeftOut, roleOf } from "../../src/identity/CompanyClaims.ts"

const claims = {
  groups: ["a"],
  realm_access: { roles: ["admin"], "a.b": ["dotted"] },
  resource_access: { "my.client": { roles: ["editor"] }, my: "no object" },
  "https://acme.com/roles": ["viewer"],
  "https://acme.com/app": { roles: ["nested"] },
  "realm_access.both": ["whole name first"],
  text: "one",
  none: null
}

const paths: ReadonlyArray<readonly [string, unknown]> = [
  ["groups", ["a"]],
  ["realm_access.roles", ["admin"]],
  ["realm_access.a.b", ["dotted"]],
  ["realm_access.both", ["whole name first"]],
  ["resource_access.my.client.roles", ["editor"]],
  ["https://acme.com/roles", ["viewer"]],
  ["https://acme.com/app.roles", ["nested"]],
  ["text", "one"],
  ...["realm_access.none", "groups.0", "groups.length", "text.length", "none.roles", "realm_access.", ".", ""].map(
    (path) => [path, undefined] as const
  ),
  ...["constructor.name", "__proto__.toString", "realm_access.constructor"].map((path) => [path, undefined] as const)
]

describe("CompanyClaims", () => {
  it.each(paths)("finds %s", (path, expected) => assert.deepStrictEqual(claimAt(claims, path), expected))

  it("gives the highest role of a claim inside a claim, by names that LDAP has", () => {
    const name = String.raw`CN=Acme\, Inc. "Strategy",OU=Groups`
    const rules = [
      { role: "editor", value: name } as const,
      { role: "viewer", value: "*" } as const,
      { role: "admin", value: "CN=Admins" } as const
    ]
    assert.strictEqual(roleOf({ ldap: { groups: [name] } }, rules, "ldap.groups"), "editor")
    assert.strictEqual(roleOf({ ldap: { groups: "CN=Admins" } }, rules, "ldap.groups"), "admin")
    assert.strictEqual(roleOf({ ldap: {} }, rules, "ldap.groups"), "viewer")
  })

  it("tells a claim that was left out, also when another one would be inside of it", () => {
    const left = { _claim_names: { groups: "src1" } }
    assert.isTrue(isLeftOut(left, "groups"))
    assert.isTrue(isLeftOut(left, "groups.names"))
    assert.isFalse(isLeftOut(left, "group"))
    assert.isFalse(isLeftOut({ ...left, groups: [] }, "groups"))
  })
})
