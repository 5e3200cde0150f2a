// An admin task on the database of a real service, DATABASE_URL or DATA_DIR: the users are those of a list.
import { Console, Effect } from "effect"
import { live, Users } from "strategy-planning-testing"

const wanted = [
  { name: "ada", role: "admin" },
  { name: "edgar", role: "editor" },
  { name: "vera", role: "viewer" }
] as const

const reconcile = Effect.gen(function* () {
  const users = yield* Users
  const present = yield* users.list
  const admin = present.find(({ role }) => role === "admin")
  if (admin === undefined) return yield* Effect.die(new Error("Start the service once: it makes the first admin."))
  for (const { name, role } of wanted) {
    const user = present.find(({ username }) => username.toLowerCase() === name)
    // People get another password by Reset password on the page, or sign in by the company's provider.
    if (user === undefined) yield* users.create(name, crypto.randomUUID(), role)
    else if (user.role !== role && user.id !== admin.id) yield* users.setRole(admin.id, user.id, role)
  }
  const names: ReadonlySet<string> = new Set(wanted.map(({ name }) => name))
  const surplus = present.filter(({ id, username }) => id !== admin.id && !names.has(username.toLowerCase()))
  for (const { id } of surplus) yield* users.delete(admin.id, id)
  yield* Console.log(`Users: ${(yield* users.list).map(({ username, role }) => `${username} (${role})`).join(", ")}`)
})

await Effect.runPromise(Effect.provide(reconcile, live))
