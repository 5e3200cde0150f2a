import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { madeFolder } from "../support/madeFolder.ts"
import { run } from "./AdminInProcess.ts"

describe("admin webhooks", () => {
  it.live("adds, lists, resends and removes webhooks, and reports what is wrong", () =>
    Effect.gen(function* () {
      const env = { DATA_DIR: yield* madeFolder }
      const admin = (...line: ReadonlyArray<string>) => run(["webhooks", ...line], env)
      const url = "https://example.org/hook"

      assert.strictEqual((yield* admin("list")).stdout, "There are no webhooks.\n")
      const refused = yield* admin("add", "https://10.0.0.1/")
      assert.deepStrictEqual(refused, {
        code: 1,
        stdout: "",
        stderr: "Error: The url must not be a private, local or reserved address.\n"
      })
      const wrong = yield* admin("add", url, "--types", "create_nothing")
      assert.strictEqual(wrong.code, 1)
      assert.match(wrong.stderr, /^Error: The webhook is not valid\. .*must be a list of event types/)

      const added = yield* admin("add", url, "--types", "create_team, delete_team", "--description", "Chat", "--json")
      assert.strictEqual(added.code, 0, added.stderr)
      const { id, secret, ...hook } = JSON.parse(added.stdout)
      assert.match(secret, /^whsec_/)
      assert.deepInclude(hook, { url, description: "Chat", eventTypes: ["create_team", "delete_team"], teamIds: null })
      assert.strictEqual((yield* admin("list")).stdout, `${id}  ${url}  event 0  enabled\n`)

      const rotated = yield* admin("rotate", id, "--json")
      assert.match(JSON.parse(rotated.stdout).secret, /^whsec_/)
      assert.notInclude(rotated.stdout, secret)
      assert.match(
        (yield* admin("rotate", id)).stdout,
        /has a new secret\. Until .*Z the earlier one signs too\.\nSecret /
      )

      const unreachable = yield* admin("add", "https://receiver.invalid/", "--json")
      const tested = yield* admin("test", JSON.parse(unreachable.stdout).id)
      assert.deepInclude(tested, { code: 1, stdout: "" })
      assert.match(tested.stderr, /^Error: The test failed\. The name receiver\.invalid cannot be resolved/)
      yield* admin("remove", JSON.parse(unreachable.stdout).id)

      const chat = JSON.parse((yield* admin("add", url, "--format", "slack", "--weekly", "--json")).stdout)
      assert.deepInclude(chat, { format: "slack", digest: "weekly" })
      assert.include((yield* admin("list")).stdout, `${chat.id}  ${url}  event 0  enabled  slack  weekly\n`)
      assert.include((yield* admin("skip", chat.id)).stderr, "The webhook does not fail at this event.")
      yield* admin("remove", chat.id)

      assert.strictEqual((yield* admin("resend", id, "--from", "1")).code, 0)
      assert.strictEqual(
        (yield* admin("enable", id)).stdout,
        `The webhook ${id} is enabled and will receive everything after event 0.\n`
      )
      assert.match(
        (yield* admin("enable", "x")).stderr,
        /^Error: Invalid value for argument <id>: "x"\. .*must be a GUID/
      )
      assert.include((yield* admin("resend", id, "--from", "5")).stderr, "Event 5 does not exist yet; the latest is 0.")
      assert.strictEqual((yield* admin("resend", id, "--from", "0")).code, 2)
      assert.strictEqual((yield* admin("remove", id)).stdout, `Removed the webhook ${id}.\n`)
      assert.include((yield* admin("remove", id)).stderr, "There is no webhook with this id.")
    }).pipe(Effect.scoped)
  )
})
