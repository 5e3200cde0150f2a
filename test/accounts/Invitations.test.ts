import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Invitations } from "../../src/accounts/invitations/Invitations.ts"
import { AccountLog } from "../../src/accounts/log/AccountLog.ts"
import { FailedSignIns } from "../../src/accounts/passwords/FailedSignIns.ts"
import { Login } from "../../src/accounts/passwords/Login.ts"
import { LoginThrottle, PasswordChangeThrottle } from "../../src/accounts/passwords/LoginThrottle.ts"
import { PasswordSignIn } from "../../src/accounts/passwords/PasswordSignIn.ts"
import { SessionStore } from "../../src/accounts/sessions/SessionStore.ts"
import { UserStore } from "../../src/accounts/users/UserStore.ts"
import { Users } from "../../src/accounts/users/Users.ts"
import type { TokenStore } from "../../src/identity/TokenStore.ts"
import { backends, onEmptyStores } from "./Backends.ts"
import * as CountedHasher from "./CountedHasher.ts"
import * as TestRandom from "./TestRandom.ts"
import { addUser, names, sortedOutcomes } from "./TestUsers.ts"

const services = Layer.mergeAll(Invitations.layer, Login.layer, Users.layer).pipe(
  Layer.provideMerge([LoginThrottle.layer, PasswordChangeThrottle.layer, FailedSignIns.layer]),
  Layer.provideMerge(CountedHasher.layer),
  Layer.provideMerge(TestRandom.layer)
)

type Provided = Layer.Success<typeof services> | UserStore | SessionStore | AccountLog | TokenStore

const password = "correct horse"
const day = 24 * 60 * 60 * 1_000

const inviteOne = (username: string, role: "viewer" | "editor" | "admin" = "editor") =>
  Invitations.use(({ invite }) => invite([{ username, role }])).pipe(
    Effect.map(([made]) => made ?? assert.fail("nobody"))
  )

const redeem = (token: Redacted.Redacted, more: { readonly displayName?: string } = {}) =>
  Invitations.use((_) => _.redeem({ token, password, ...more }))

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

const signInAs = (username: string) => Login.use(({ login }) => login(username, password))

const admin = addUser("boss", "admin")

/** What ends a link, after which it is like one that never was. */
const ends: Readonly<
  Record<
    string,
    (user: { readonly id: Parameters<UserStore["Service"]["delete"]>[0] }) => Effect.Effect<unknown, unknown, Provided>
  >
> = {
  "a new link": ({ id }) => Effect.flatMap(admin, (boss) => Invitations.use(({ renew }) => renew(boss.id, id))),
  "a password that an admin sets": ({ id }) =>
    Users.use(({ resetPassword }) => resetPassword(null, id, "battery staple")),
  "the user's deletion": ({ id }) =>
    Effect.andThen(
      admin,
      UserStore.use((_) => _.delete(id))
    ),
  "three days": () => TestClock.adjust("3 days")
}

for (const [name, backend] of backends) {
  layer(backend, { excludeTestServices: true })(`Invitations, on ${name}`, (it) => {
    const test = (statement: string, body: () => Effect.Effect<unknown, unknown, Provided>) =>
      it.effect(statement, () => onEmptyStores(Effect.asVoid(Effect.provide(body(), services))))

    test("a link is good once, within three days, and signs in", () =>
      Effect.gen(function* () {
        const { resolve } = yield* SessionStore
        const { user, token, expiresAt } = yield* inviteOne("maya")
        assert.strictEqual(expiresAt, "1970-01-04T00:00:00.000Z")
        assert.strictEqual(yield* tagOf(signInAs("maya")), "InvalidCredentials")
        yield* TestClock.setTime(3 * day - 1)
        const signedIn = yield* redeem(token, { displayName: " Maya  Ito " })
        assert.deepInclude(signedIn.user, { id: user.id, displayName: "Maya  Ito", role: "editor" })
        assert.strictEqual(Option.getOrUndefined(yield* resolve(signedIn.token))?.username, "maya")
        assert.strictEqual((yield* signInAs("maya")).user.id, user.id)
        assert.strictEqual(yield* tagOf(redeem(token)), "InvalidInvitation")
        const { page } = yield* AccountLog
        const { entries } = yield* page({ limit: 10 })
        assert.deepStrictEqual(
          entries
            .filter(({ action }) => action !== "login_failed")
            .map(({ action, actorName, subjectName }) => [action, actorName, subjectName])
            .reverse()
            .slice(0, 4),
          [
            ["user_created", null, "maya"],
            ["user_invited", null, "maya"],
            ["invitation_used", "maya", "maya"],
            ["login", "maya", "maya"]
          ]
        )
      }))

    test("of two uses at once one wins", () =>
      Effect.gen(function* () {
        const { token } = yield* inviteOne("maya")
        const outcomes = yield* sortedOutcomes([redeem(token), redeem(token), redeem(token)])
        assert.deepStrictEqual(outcomes, ["InvalidInvitation", "InvalidInvitation", "done"])
      }))

    for (const [end, run] of Object.entries(ends)) {
      test(`${end} ends a link`, () =>
        Effect.gen(function* () {
          const { user, token } = yield* inviteOne("maya")
          yield* run(user)
          const refused = yield* Effect.flip(redeem(token))
          assert.strictEqual(refused.message, "This link was used already or has expired. Ask an admin for a new one.")
          const stored = yield* UserStore.use((_) => _.findById(user.id))
          if (end === "three days") {
            assert.strictEqual(yield* UserStore.use((_) => _.purgeInvitations), 1)
            assert.strictEqual(Option.getOrThrow(stored).passwordHash, "")
          }
        }))
    }

    test("all are made or none, in the order of the list", () =>
      Effect.gen(function* () {
        const { invite } = yield* Invitations
        yield* addUser("Anna")
        const people = (...usernames: ReadonlyArray<string>) =>
          usernames.map((username) => ({ username, displayName: null, role: "viewer" as const }))
        const refused = yield* Effect.flip(invite(people("zoe", "ANNA", "ben")))
        assert.strictEqual(refused.message, "The username “ANNA” is taken.")
        for (const [list, field] of [
          [people("zoe", "ben", "Zoe"), "2.username"],
          [people("zoe", "\u0000"), "1.username"],
          [[...people("zoe"), { username: "ben", displayName: "a\nb", role: "viewer" as const }], "1.displayName"]
        ] as const) {
          assert.deepInclude(yield* Effect.flip(invite(list)), { _tag: "PersonRefused", field })
        }
        assert.deepStrictEqual(names(yield* UserStore.use((_) => _.list)), ["Anna"])
        const all = Array.from({ length: 100 }, (_, index) => `person ${(index * 37) % 100}`)
        const made = yield* invite(people(...all))
        assert.deepStrictEqual(names(made.map(({ user }) => user)), all)
        assert.strictEqual(new Set(made.map(({ token }) => Redacted.value(token))).size, 100)
      }))

    test("calls that share names at once: one makes all of its own", () =>
      Effect.gen(function* () {
        const { invite } = yield* Invitations
        const people = Array.from({ length: 20 }, (_, index) => ({ username: `p${index}`, role: "viewer" as const }))
        const outcomes = yield* sortedOutcomes([invite(people), invite(people.toReversed())])
        assert.deepStrictEqual(outcomes, ["UsernameTaken", "done"])
      }))

    test("a new link takes the password away at once, ends sessions and lifts a lock", () =>
      Effect.gen(function* () {
        const { resolve } = yield* SessionStore
        const { unlockedAfter } = yield* AccountLog
        const users = yield* Users
        const boss = yield* admin
        const maya = yield* users.create("maya", password, "viewer")
        const { token } = yield* signInAs("maya")
        for (let tries = 0; tries < 5; tries++) yield* Effect.flip(Login.use((_) => _.login("maya", "wrong")))
        assert.strictEqual(yield* tagOf(signInAs("maya")), "LockedOut")
        const renewed = yield* Invitations.use((_) => _.renew(boss.id, maya.id))
        assert.isTrue(Option.isNone(yield* resolve(token)))
        assert.strictEqual(yield* tagOf(signInAs("maya")), "InvalidCredentials")
        assert.deepInclude((yield* unlockedAfter(0)).at(-1), {
          action: "user_invited",
          subjectName: "maya",
          detail: "password removed"
        })
        yield* redeem(renewed.token)
        yield* signInAs("maya")
        assert.strictEqual(yield* tagOf(Invitations.use((_) => _.renew(boss.id, boss.id))), "OwnAccount")
      }))

    test("nobody who signs in through the company only gets a link or a password by an admin", () =>
      Effect.gen(function* () {
        const store = yield* UserStore
        const boss = yield* admin
        const guest = yield* addUser("guest", "viewer", "")
        yield* store.link(guest.id, { issuer: "https://login.example.org/", subject: "guest" })
        assert.strictEqual(yield* tagOf(Invitations.use((_) => _.renew(boss.id, guest.id))), "HasNoPassword")
        const reset = Users.use((_) => _.resetPassword(boss.id, guest.id, password))
        assert.strictEqual(yield* tagOf(reset), "HasNoPassword")
        // Whoever had a password, and has a link instead, can get another one.
        const maya = yield* addUser("maya", "viewer")
        yield* store.link(maya.id, { issuer: "https://login.example.org/", subject: "maya" })
        yield* Invitations.use((_) => _.renew(boss.id, maya.id))
        yield* Invitations.use((_) => _.renew(boss.id, maya.id))
      }))

    it.effect("where only admins have passwords, only they get and use links", () =>
      onEmptyStores(
        Effect.gen(function* () {
          const boss = yield* admin
          const ben = yield* addUser("ben")
          assert.strictEqual((yield* Effect.flip(inviteOne("maya")))._tag, "PersonRefused")
          assert.strictEqual(yield* tagOf(Invitations.use((_) => _.renew(boss.id, ben.id))), "NoPasswordSignIn")
          const { user, token } = yield* inviteOne("zoe", "admin")
          yield* UserStore.use((_) => _.setRole(user.id, "editor"))
          assert.strictEqual(yield* tagOf(redeem(token)), "InvalidInvitation")
          yield* UserStore.use((_) => _.setRole(user.id, "admin"))
          yield* redeem(token)
        }).pipe(Effect.provide(Layer.provide(services, Layer.succeed(PasswordSignIn, "admins"))))
      )
    )

    test("a bad password or name, or what is no token, costs no hash and ends nothing", () =>
      Effect.gen(function* () {
        const calls = yield* CountedHasher.HashCalls
        const { token } = yield* inviteOne("maya")
        const { redeem } = yield* Invitations
        const before = calls.hashed
        for (const [fault, tag] of [
          [{ password: "1234567" }, "InvalidPassword"],
          [{ displayName: "a\nb" }, "InvalidDisplayName"],
          [{ token: Redacted.make("x".repeat(60_000)) }, "InvalidInvitation"]
        ] as const) {
          assert.strictEqual(yield* tagOf(redeem({ token, password, ...fault })), tag)
        }
        assert.strictEqual(calls.hashed, before)
        calls.busy = true
        assert.strictEqual(yield* tagOf(redeem({ token, password })), "GateFull")
        calls.busy = false
        yield* redeem({ token, password })
      }))
  })
}
