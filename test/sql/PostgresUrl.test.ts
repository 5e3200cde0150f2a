import { assert, describe, it } from "@effect/vitest"
import { Redacted, Result } from "effect"
import { parse } from "../../src/sql/PostgresUrl.ts"

const login = "postgres://ada:s%40cret@"

const read = (url: string) =>
  Result.map(parse(Redacted.make(url)), ({ url, ...address }) => ({ ...address, url: Redacted.value(url) }))

const hosts: ReadonlyArray<readonly [url: string, hosts: ReadonlyArray<string>, single: string]> = [
  [`${login}db/plans`, ["db:5432"], `${login}db:5432/plans`],
  [`${login}db:6000/plans?options=-c%20x%3D1`, ["db:6000"], `${login}db:6000/plans?options=-c+x%3D1`],
  [`${login}[::1]:6000/plans`, ["::1:6000"], `${login}[::1]:6000/plans`],
  [`${login}one:1,two,[2001:db8::1]:3/plans`, ["one:1", "two:5432", "2001:db8::1:3"], `${login}one:1/plans`],
  [`${login}/plans?host=one,two&port=1,2`, ["one:1", "two:2"], `${login}one:1/plans`],
  [`${login}/plans?host=one,two&port=7`, ["one:7", "two:7"], `${login}one:7/plans`],
  ["postgresql://localhost/plans", ["localhost:5432"], "postgresql://localhost:5432/plans"],
  ["postgresql:///plans", ["localhost:5432"], "postgresql://localhost:5432/plans"],
  ["postgresql:///plans?host=/run/postgres", ["localhost:5432"], "postgresql://localhost/plans?host=%2Frun%2Fpostgres"],
  [`${login}/plans?host=/run&port=6000`, ["localhost:5432"], `${login}localhost/plans?host=%2Frun&port=6000`],
  [`${login}%2Frun:6000/plans`, ["localhost:5432"], `${login}%2Frun:6000/plans`]
]

describe("PostgresUrl", () => {
  it.each(hosts)("%s has its hosts", (url, expected, single) => {
    const { hosts, url: first } = Result.getOrThrow(read(url))
    assert.deepStrictEqual(
      hosts.map(({ host, port }) => `${host}:${port}`),
      expected
    )
    assert.strictEqual(first, single)
    assert.isTrue(URL.canParse(first))
  })

  it("shows hosts and database, and never the password", () => {
    const { shown } = Result.getOrThrow(read(`${login}one:1,two/plans?sslmode=require`))
    assert.strictEqual(shown, "PostgreSQL at one:1, two/plans")
  })

  it.each([
    ["", "prefer"],
    ["?sslmode=disable", false],
    ["?sslmode=allow", "prefer"],
    ["?sslmode=prefer", "prefer"],
    ["?sslmode=require", { rejectUnauthorized: false }]
  ] as const)("%s encrypts as libpq does", (query, expected) => {
    const { encryption, url } = Result.getOrThrow(read(`${login}db/plans${query}`))
    assert.deepStrictEqual(encryption, expected)
    assert.strictEqual(url, `${login}db:5432/plans`)
  })

  it("encrypts nothing on a local socket", () => {
    for (const query of ["", "&sslmode=require"]) {
      const { encryption } = Result.getOrThrow(read(`postgresql:///plans?host=/run/postgres${query}`))
      assert.isFalse(encryption)
    }
  })

  it.each(["verify-ca", "verify-full", "require&sslrootcert=package.json"])("sslmode=%s verifies", (mode) => {
    const { encryption } = Result.getOrThrow(read(`${login}db,other.test/plans?sslmode=${mode}`))
    if (encryption === false || encryption === "prefer") return assert.fail("does not verify")
    assert.notStrictEqual(encryption.rejectUnauthorized, false)
    assert.strictEqual(encryption.ca !== undefined, mode.includes("sslrootcert"))
    const named = (name: string) =>
      encryption.checkServerIdentity?.("ignored", {
        subject: { CN: name },
        subjectaltname: `DNS:${name}`
      } as unknown as Parameters<NonNullable<typeof encryption.checkServerIdentity>>[1])
    assert.isUndefined(named("other.test"))
    if (mode === "verify-full") assert.instanceOf(named("evil.test"), Error)
    else assert.isUndefined(named("evil.test"))
  })

  it.each([
    [`${login}db/plans?sslmode=odd`, "has an unknown sslmode"],
    [`${login}db/plans?sslmode=verify-ca&sslrootcert=/nowhere`, "names an sslrootcert that can't be read"],
    [
      `${login}db/plans?target_session_attrs=standby`,
      "has another target_session_attrs than read-write, which the service needs"
    ],
    [`${login}db:99999/plans`, "must look like postgres://user:password@host:5432/database"],
    [`${login}one,two:x/plans`, "must look like postgres://user:password@host:5432/database"],
    ["mysql://db/plans", "must look like postgres://user:password@host:5432/database"]
  ])("%s is refused", (url, fault) => {
    assert.deepStrictEqual(Result.getFailure(parse(Redacted.make(url))), Result.getFailure(Result.fail(fault)))
  })
})
