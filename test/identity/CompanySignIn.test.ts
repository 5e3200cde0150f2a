import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AccountLog } from "../../src/accounts/log/AccountLog.ts"
import { PasswordHasher } from "../../src/accounts/passwords/PasswordHasher.ts"
import { PasswordSignIn } from "../../src/accounts/passwords/PasswordSignIn.ts"
import { parseUsername } from "../../src/accounts/users/Username.ts"
import { UserStore } from "../../src/accounts/users/UserStore.ts"
import type { Role } from "../../src/domain/entities/Role.ts"
import { Servers, serversFor } from "./OidcServer.ts"
import { clientSecret, publicUrl, RealProvider, redirectUri } from "./RealProvider.ts"
import { Visitor } from "./Visitor.ts"

const loginUrl = `${publicUrl}/api/auth/oidc/login`

const isCallback = (address: string): boolean => address.startsWith(redirectUri)

const newVisitor = Effect.map(Servers, ({ addresses }) => new Visitor(...addresses))

/** The page's path with its query to which a sign-in leads in the end. */
const pathAfter = ({ location }: { readonly location: string | null }): string =>
  (location ?? "").slice(new URL(publicUrl).origin.length)

const { origin } = new URL(publicUrl)

/** The only cookie of a sign-in that has begun. */
const flowCookieOf = (visitor: Visitor): string =>
  visitor.cookies(origin).find((name) => name.startsWith("strategy_sign_in_")) ?? assert.fail("no cookie")

const meOf = (visitor: Visitor) => Effect.map(visitor.visit(`${publicUrl}/api/auth/me`), ({ text }) => JSON.parse(text))

const signOut = (visitor: Visitor) =>
  Effect.map(
    visitor.visit(`${publicUrl}/api/auth/logout`, { method: "POST", sent: { "x-csrf-token": "1" } }),
    ({ text }) => JSON.parse(text)
  )

const faultIn = (path: string): string | null => new URL(path, publicUrl).searchParams.get("signInFault")

/** Signs a person in and gives where the browser ends, and who the page then says it is. */
const signIn = Effect.fnUntraced(function* (sub: string, claims: Readonly<Record<string, unknown>>, to = "/strategy/") {
  const provider = yield* RealProvider
  const visitor = yield* newVisitor
  provider.person = { sub, claims }
  const callback = yield* visitor.follow(`${loginUrl}?to=${encodeURIComponent(to)}`, isCallback)
  const done = yield* visitor.visit(callback)
  return {
    visitor,
    callback,
    status: done.status,
    path: pathAfter(done),
    headers: done.headers,
    me: yield* meOf(visitor)
  }
})

const addAdmin = Effect.fnUntraced(function* (name: string, role: Role = "admin") {
  const users = yield* UserStore
  return yield* users.create({ username: yield* parseUsername(name), role, passwordHash: "hash" })
})

const servers = serversFor(RealProvider, Layer.succeed(PasswordSignIn, "admins")).pipe(
  Layer.provideMerge(RealProvider.layer)
)

layer(servers, { excludeTestServices: true })("Signing in by a real provider", (it) => {
  it.effect("tells the page the ways to sign in", () =>
    Effect.gen(function* () {
      const visitor = yield* newVisitor
      const { text } = yield* visitor.visit(`${publicUrl}/api/auth/methods`)
      assert.deepStrictEqual(JSON.parse(text), { companyName: null, password: false, oidc: { name: "Acme" } })
    })
  )

  it.effect("makes a user at the first sign-in, and knows them by subject at the next, whatever the name then is", () =>
    Effect.gen(function* () {
      const { entriesAfter, latestId } = yield* AccountLog
      const before = yield* latestId
      const first = yield* signIn("s-1", { preferred_username: "maya", groups: ["product", "other"] })
      assert.deepStrictEqual([first.status, first.path], [303, "/planning/strategy/"])
      assert.deepInclude(first.me, { username: "maya", role: "editor" })
      const second = yield* signIn("s-1", { preferred_username: "renamed", groups: ["everybody", "strategy-admins"] })
      assert.deepInclude(second.me, { username: "maya", role: "admin", userId: first.me.userId })
      const entries = yield* entriesAfter(before, 10)
      assert.deepStrictEqual(
        entries.map(({ action, subjectName, detail }) => [action, subjectName, detail]),
        [
          ["user_created", "maya", "editor; company sign-in"],
          ["login", "maya", "company sign-in"],
          ["role_changed", "maya", "editor to admin; company sign-in"],
          ["login", "maya", "company sign-in"]
        ]
      )
    })
  )

  it.effect(
    "sends PKCE, state and nonce, and binds the sign-in to the browser by a cookie that scripts can't read",
    () =>
      Effect.gen(function* () {
        const visitor = yield* newVisitor
        const { status, location, headers } = yield* visitor.visit(loginUrl)
        assert.strictEqual(status, 302)
        const query = new URL(location ?? "").searchParams
        assert.strictEqual(query.get("code_challenge_method"), "S256")
        for (const name of ["code_challenge", "state", "nonce"])
          assert.isAtLeast(query.get(name)?.length ?? 0, 43, name)
        assert.strictEqual(query.get("response_type"), "code")
        assert.strictEqual(query.get("redirect_uri"), redirectUri)
        const [cookie = ""] = headers.getSetCookie()
        for (const flag of ["HttpOnly", "Secure", "SameSite=Lax", "Max-Age=600", "Path=/planning/api/auth/oidc"]) {
          assert.include(cookie, flag)
        }
        for (const secret of [query.get("state"), query.get("nonce")]) assert.notInclude(cookie, secret ?? "")
      })
  )

  it.effect("never gives an existing user's account to somebody of the same name", () =>
    Effect.gen(function* () {
      const ada = yield* addAdmin("Ada")
      const other = yield* signIn("s-ada", { preferred_username: "ada", groups: "product" })
      assert.strictEqual(other.me.username, "ada-2")
      assert.notStrictEqual(other.me.userId, ada.id)
      const third = yield* signIn("s-ada-3", { preferred_username: "ADA", groups: ["everybody"] })
      assert.strictEqual(third.me.username, "ADA-3")
    })
  )

  it.effect("opens the account that an admin has linked", () =>
    Effect.gen(function* () {
      const users = yield* UserStore
      const grace = yield* addAdmin("grace", "viewer")
      yield* users.link(grace.id, { issuer: new URL((yield* RealProvider).issuer).href, subject: "s-grace" })
      const { me } = yield* signIn("s-grace", { preferred_username: "ghopper", groups: ["product"] })
      assert.deepInclude(me, { userId: grace.id, username: "grace", role: "editor" })
    })
  )

  const names: ReadonlyArray<readonly [string, Record<string, unknown>, string]> = [
    ["the address where there is no name", { email: "lin@example.org" }, "lin@example.org"],
    ["neither", {}, "user"],
    ["a name with control and invisible characters", { preferred_username: " \u0000z\u200boe\n " }, "zoe"],
    [
      "a name that stands for removed ones",
      { preferred_username: "Former User ab12", email: "lee@example.org" },
      "lee@example.org"
    ],
    ["a name that is too long", { preferred_username: "x".repeat(300) }, "x".repeat(50)],
    [
      "a name of nothing that can be seen",
      { preferred_username: "\u200b", email: "kim@example.org" },
      "kim@example.org"
    ]
  ]
  it.effect.each(names)("names a user by %s", ([, claims, name]) =>
    Effect.gen(function* () {
      const { me } = yield* signIn(`named ${name}`, { ...claims, groups: ["everybody"] })
      assert.strictEqual(me.username, name)
    })
  )

  const withoutRole: ReadonlyArray<readonly [string, Record<string, unknown>, string]> = [
    ["no groups", {}, "no_role"],
    ["groups that have no role", { groups: ["sales"] }, "no_role"],
    ["an asterisk for a group, which is no wildcard", { groups: ["*"] }, "no_role"],
    ["groups that are no texts", { groups: [{ name: "strategy-admins" }, 7] }, "no_role"],
    ["too many groups, left out", { _claim_names: { groups: "src1" } }, "groups_missing"]
  ]
  it.effect.each(withoutRole)("refuses somebody with %s, and records it", ([what, claims, fault]) =>
    Effect.gen(function* () {
      const { path, me, visitor } = yield* signIn(`without ${what}`, { preferred_username: "eve", ...claims })
      assert.strictEqual(faultIn(path), fault)
      assert.notProperty(me, "username")
      assert.isUndefined(visitor.cookie(new URL(publicUrl).origin, "strategy_session"))
      const users = yield* UserStore
      assert.notInclude(
        (yield* users.list).map(({ username }) => String(username)),
        "eve"
      )
    })
  )

  it.effect("takes the session of nobody when the last role is gone, but lets them in no more", () =>
    Effect.gen(function* () {
      yield* signIn("s-leaver", { preferred_username: "leaver", groups: ["product"] })
      const { path } = yield* signIn("s-leaver", { preferred_username: "leaver", groups: [] })
      assert.strictEqual(faultIn(path), "no_role")
    })
  )

  it.effect("is finished by another server than the one that began it", () =>
    Effect.gen(function* () {
      const provider = yield* RealProvider
      const visitor = yield* newVisitor
      provider.person = { sub: "s-two", claims: { preferred_username: "two", groups: ["product"] } }
      const callback = yield* visitor.follow(loginUrl, isCallback)
      const done = yield* visitor.visit(callback, { server: 1 })
      assert.strictEqual(faultIn(pathAfter(done)), null)
      assert.deepInclude(yield* meOf(visitor), { username: "two" })
    })
  )

  it.effect("is finished once: neither the same address nor the same cookie works again", () =>
    Effect.gen(function* () {
      const provider = yield* RealProvider
      const visitor = yield* newVisitor
      provider.person = { sub: "s-once", claims: { preferred_username: "once", groups: ["product"] } }
      const callback = yield* visitor.follow(loginUrl, isCallback)
      const name = flowCookieOf(visitor)
      const cookie = visitor.cookie(origin, name) ?? ""
      assert.strictEqual(faultIn(pathAfter(yield* visitor.visit(callback))), null)
      assert.strictEqual(faultIn(pathAfter(yield* visitor.visit(callback))), "expired")
      visitor.setCookie(origin, name, cookie)
      assert.strictEqual(faultIn(pathAfter(yield* visitor.visit(callback))), "provider_answer")
    })
  )

  it.effect("is not finished in another browser, nor with the state of another sign-in", () =>
    Effect.gen(function* () {
      const provider = yield* RealProvider
      const [victim, attacker] = [yield* newVisitor, yield* newVisitor]
      provider.person = { sub: "s-mallory", claims: { preferred_username: "mallory", groups: ["product"] } }
      const callback = yield* attacker.follow(loginUrl, isCallback)
      assert.strictEqual(faultIn(pathAfter(yield* victim.visit(callback))), "expired")
      yield* victim.visit(loginUrl)
      assert.strictEqual(faultIn(pathAfter(yield* victim.visit(callback))), "expired")
      const own = victim.cookie(origin, flowCookieOf(victim)) ?? ""
      for (const cookie of [own, "", "x", "A".repeat(400), "A".repeat(6_000)]) {
        victim.setCookie(origin, flowCookieOf(attacker), cookie)
        assert.strictEqual(faultIn(pathAfter(yield* victim.visit(callback))), "expired")
      }
    })
  )

  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0]
  ]) {
    it.effect(`is finished in each of three tabs, in the order ${order.map((tab) => "ABC"[tab]).join(", ")}`, () =>
      Effect.gen(function* () {
        const provider = yield* RealProvider
        const visitor = yield* newVisitor
        provider.person = { sub: "s-tabs", claims: { preferred_username: "tabs", groups: ["product"] } }
        const pages = ["/strategy/teams", "/strategy/log?event=7", "/strategy/open?to=%2Fapi%2Foverview.csv"]
        const begun = pages.map((to) => visitor.visit(`${loginUrl}?to=${encodeURIComponent(to)}`))
        const atProvider = yield* Effect.all(begun)
        for (const tab of order) {
          const callback = yield* visitor.follow(atProvider[tab]?.location ?? "", isCallback)
          assert.strictEqual(pathAfter(yield* visitor.visit(callback)), `/planning${pages[tab]}`)
          assert.deepInclude(yield* meOf(visitor), { username: "tabs" })
        }
        assert.notInclude(visitor.cookies(origin).join(), "strategy_sign_in_")
      })
    )
  }

  it.effect("takes a bounded part of a request's head, however many tabs begin it", () =>
    Effect.gen(function* () {
      const provider = yield* RealProvider
      const visitor = yield* newVisitor
      provider.person = { sub: "s-many", claims: { preferred_username: "many", groups: ["product"] } }
      for (let tab = 0; tab < 30; tab += 1) yield* visitor.visit(`${loginUrl}?to=/strategy/${"x".repeat(tab * 40)}`)
      const cookies = visitor.cookies(origin).map((name) => `${name}=${visitor.cookie(origin, name)}`)
      assert.isBelow(cookies.join("; ").length, 8_000)
      const callback = yield* visitor.follow(loginUrl, isCallback)
      assert.strictEqual(faultIn(pathAfter(yield* visitor.visit(callback))), null)
    })
  )

  it.effect("takes the name that people call a user by, whenever the provider says it", () =>
    Effect.gen(function* () {
      const guest = "ada_l_gmail.com#EXT#@contoso.onmicrosoft.com"
      const calling = (name: unknown) => signIn("s-guest", { preferred_username: guest, name, groups: ["product"] })
      const spoken: ReadonlyArray<readonly [unknown, string | null]> = [
        [undefined, null],
        [7, null],
        ["\u200b", null],
        ["Ada Lovelace", "Ada Lovelace"],
        [undefined, "Ada Lovelace"],
        ["FORMER\u200d user ab12", "Ada Lovelace"],
        [" Ada\n\u202eKing ", "Ada King"],
        ["x".repeat(300), "x".repeat(100)]
      ]
      for (const [name, displayName] of spoken) {
        assert.deepInclude((yield* calling(name)).me, { username: "ada_l@gmail.com", displayName })
      }
      assert.include(
        (yield* UserStore.use((users) => users.list)).map(({ displayName }) => displayName),
        "x".repeat(100)
      )
    })
  )

  it.effect("is signed out at the provider too, after it is here", () =>
    Effect.gen(function* () {
      const provider = yield* RealProvider
      const person = { preferred_username: "shared", groups: ["product"] }
      const { visitor } = yield* signIn("s-shared", person)
      const answer = yield* signOut(visitor)
      assert.isTrue(answer.success)
      assert.notProperty(yield* meOf(visitor), "username")
      assert.deepStrictEqual(visitor.cookies(origin), [])
      const url = new URL(answer.signOutUrl)
      assert.strictEqual(url.origin, provider.issuer)
      assert.strictEqual(url.searchParams.get("post_logout_redirect_uri"), redirectUri)
      assert.strictEqual(pathAfter(yield* visitor.visit(redirectUri)), "/planning/strategy/")
      assert.strictEqual(url.searchParams.get("client_id"), "strategy")
      assert.match(url.searchParams.get("id_token_hint") ?? "", /^eyJ/)
      const { status, text } = yield* visitor.visit(url.href)
      assert.deepStrictEqual([status, /op.logoutForm/.test(text)], [200, true])
      const many = Array.from({ length: 300 }, (_, n) => `a group with a long name ${n}`)
      const long = yield* signIn("s-many-groups", { preferred_username: "grouped", groups: [...many, "product"] })
      assert.include((yield* signOut(long.visitor)).signOutUrl, "client_id=strategy")
    })
  )

  it.effect("is signed out at the provider by its own session only", () =>
    Effect.gen(function* () {
      const claims = { preferred_username: "twice", groups: ["product"] }
      const first = yield* signIn("s-twice", claims)
      const cookie = first.visitor.cookie(origin, "strategy_sign_out") ?? assert.fail("no cookie")
      const second = yield* signIn("s-twice", claims)
      for (const other of [cookie, "", "x", "A".repeat(400)]) {
        const again = yield* signIn("s-twice", claims)
        again.visitor.setCookie(origin, "strategy_sign_out", other)
        assert.deepStrictEqual(yield* signOut(again.visitor), { success: true })
      }
      assert.property(yield* signOut(second.visitor), "signOutUrl")
    })
  )

  it.effect("is refused when the answer names another issuer", () =>
    Effect.gen(function* () {
      const provider = yield* RealProvider
      const visitor = yield* newVisitor
      provider.person = { sub: "s-mix", claims: { preferred_username: "mix", groups: ["product"] } }
      const callback = new URL(yield* visitor.follow(loginUrl, isCallback))
      assert.strictEqual(callback.searchParams.get("iss"), provider.issuer)
      callback.searchParams.set("iss", "https://other.example.org")
      assert.strictEqual(faultIn(pathAfter(yield* visitor.visit(callback.href))), "provider_answer")
    })
  )

  it.effect("tells when the user declines, without the provider's words", () =>
    Effect.gen(function* () {
      const provider = yield* RealProvider
      const visitor = yield* newVisitor
      provider.person = null
      const callback = yield* visitor.follow(`${loginUrl}?to=/planning/strategy/overview`, isCallback)
      assert.include(callback, "error=access_denied")
      const { location } = yield* visitor.visit(callback)
      assert.strictEqual(location, `${publicUrl}/strategy/overview?signInFault=denied`)
    })
  )

  const returns: ReadonlyArray<readonly [string, string]> = [
    ["/planning/strategy/overview?status=at_risk#x", "/planning/strategy/overview?status=at_risk#x"],
    ["/strategy/log?event=7", "/planning/strategy/log?event=7"],
    ["/strategy/?signInFault=denied", "/planning/strategy/"],
    ...[
      ...[
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "javascript:alert(1)"
      ],
      ...[
        "/planning//evil.example/strategy/",
        "/api/auth/logout",
        "/strategy/../api/auth/me",
        "/strategy/%2e%2e/api",
        "",
        "/"
      ],
      ...[
        "/strategy@evil.example",
        "strategy/",
        `/strategy/${"x".repeat(2_000)}`,
        "/strategy/\r\nset-cookie: a=b",
        "http:/strategy/"
      ]
    ].map((to) => [to, "/planning/strategy/"] as const)
  ]
  it.effect("returns to a page of the service, and nowhere else", () =>
    Effect.gen(function* () {
      for (const [to, expected] of returns) {
        const { path, me } = yield* signIn("s-returns", { preferred_username: "returns", groups: ["product"] }, to)
        const isInside = to === "/strategy/\r\nset-cookie: a=b"
        assert.strictEqual(path, isInside ? "/planning/strategy/set-cookie:%20a=b" : expected, JSON.stringify(to))
        assert.strictEqual(me.username, "returns")
      }
    })
  )

  it.effect("leaves passwords to admins alone where that is set", () =>
    Effect.gen(function* () {
      const { addresses } = yield* Servers
      const users = yield* UserStore
      const { hash } = yield* PasswordHasher
      const passwordHash = yield* hash("correct horse")
      for (const role of ["admin", "editor"] as const) {
        yield* users.create({ username: yield* parseUsername(`local ${role}`), role, passwordHash })
      }
      const answerTo = (username: string, password: string) =>
        Effect.promise(async () => {
          const response = await fetch(`${addresses[0]}/planning/api/auth/login`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ username, password })
          })
          return response.json()
        })
      const invalid = "Invalid username or password."
      assert.deepInclude(yield* answerTo("local admin", "correct horse"), { success: true })
      const editors = [yield* answerTo("local editor", "correct horse"), yield* answerTo("local editor", "wrong")]
      assert.deepStrictEqual(editors, [
        { success: false, error: invalid },
        { success: false, error: invalid }
      ])
      assert.deepInclude(yield* answerTo("maya", ""), { success: false, error: invalid })
    })
  )

  it.effect("leaves the last admin their role, whatever their groups are", () =>
    Effect.gen(function* () {
      const users = yield* UserStore
      const join = (groups: string) => signIn("s-last", { preferred_username: "last", groups })
      const { me } = yield* join("strategy-admins")
      for (const { id } of yield* users.list) if (id !== me.userId) yield* users.setRole(id, "viewer")
      assert.strictEqual((yield* join("product")).me.role, "admin")
      yield* addAdmin("another")
      assert.strictEqual((yield* join("product")).me.role, "editor")
    })
  )

  it.effect("logs no secret, no code and no token", () =>
    Effect.gen(function* () {
      const { logged } = yield* Servers
      const text = logged.join("\n")
      assert.include(text, "A company sign-in failed")
      for (const secret of [clientSecret, "eyJ", "code=", "state=", "@example.org said"])
        assert.notInclude(text, secret)
    })
  )
})
