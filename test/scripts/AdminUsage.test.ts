import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { migratedDatabase } from "../support/databases.ts"
import { run } from "./AdminInProcess.ts"
import * as AdminProcess from "./AdminProcess.ts"
import { words } from "./AdminProcess.ts"

const id = "00000000-0000-4000-8000-000000000001"

const documented: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["", ["Administers the service's database", "users ", "sessions ", "sample ", "export ", "--json"]],
  ["users", ["Manages users, their roles and passwords", "list ", "add ", "set-role ", "reset-password ", "delete "]],
  ["users list", ["Lists all users", "admin users list [flags]"]],
  ["users add", ["Adds a user", "<username>", "--role", "--password-stdin", "--generate"]],
  ["users invite", ["a link for each", "<username...>", "--role", "--display-name", "--names-stdin"]],
  ["users set-role", ["Changes a user's role", "<username> <role>", "viewer, editor or admin"]],
  ["users reset-password", ["new password", "<username>", "--password-stdin", "--generate"]],
  ["users delete", ["Deletes a user", "<username>"]],
  ["users unlock", ["Unlocks a user ", "<username>"]],
  ["users log", ["Shows the account log", "--username", "--limit"]],
  ["sessions", ["Manages sessions", "list ", "end ", "purge "]],
  ["sessions list", ["where a user is signed in", "<username>"]],
  ["sessions end", ["Ends all sessions of a user", "<username>", "--session"]],
  ["sessions purge", ["Removes expired sessions"]],
  ["tokens", ["Manages the tokens", "list ", "add ", "revoke "]],
  ["tokens list", ["Lists the valid tokens", "--username"]],
  ["tokens add", ["Adds a token", "<username>", "--name", "--scope", "--days"]],
  ["tokens revoke", ["Ends a token", "<id>"]],
  ["sample", ["sample strategy", "creates a sample team", "--name", "--as"]],
  ["import", ["prints a plan", "--team", "--as", "--dry-run", "--yes", "--resume", "--undo"]],
  [
    "export",
    ["presentation", "--team", "--teams", "--at", "--detail", "--since", "--since-deck", "--no-notes", "--status"]
  ],
  ["verify-deck", ["as this service made it", "0 unedited", "<file>"]],
  ["export", ["--objectives", "--file", "--force"]],
  ["history", ["Verifies or rebuilds the history", "verify ", "rebuild "]],
  ["history rebuild", ["Rebuilds entity histories and checkpoints"]],
  ["history verify", ["Checks every event"]],
  ["log", ["Exports and imports the event log", "export ", "import "]],
  ["log export", ["--file", "--with-users", "--force", "keep such an archive as safe"]],
  ["log import", ["--file", "into an empty database"]]
]

/** The command line, its exit code, and its standard error. */
const mistakes: ReadonlyArray<readonly [string, number, RegExp]> = [
  ["userz list", 2, /^Error: Unknown subcommand "userz" .*\nSee: npm run admin -- --help\n$/],
  ["users add ada", 2, /^Error: Missing required flag: --role\nSee: npm run admin -- users add --help\n$/],
  ["users add ada --role owner --generate", 2, /^Error: Invalid value for flag --role: "owner"\. .*\nSee: .*\n$/],
  ["users set-role ada owner", 2, /^Error: Invalid value for argument <role>: "owner"\. .*\nSee: .*\n$/],
  ["import", 2, /^Error: Name a file, or a run with --undo\.\n$/],
  ["users list --loud", 2, /^Error: Unrecognized flag: --loud .*\nSee: .*\n$/],
  ["users invite --role viewer", 1, /^Error: Set PUBLIC_URL, .*\n$/],
  ["users add ada --role viewer", 2, /^Error: There is no terminal to prompt for the password: .*\n$/],
  [
    "users reset-password ada --generate --password-stdin",
    2,
    /^Error: Use --password-stdin or --generate, not both\.\n$/
  ],
  ["users log --limit 501", 2, /^Error: .*Expected a number from 1 to 500, got: 501.*\n/],
  ["export --at 0", 2, /^Error: Invalid value for flag --at: .*1 or more/],
  ["export --at x", 2, /^Error: Invalid value for flag --at/],
  ["export --detail all", 2, /^Error: Invalid value for flag --detail/],
  ["export --since 2026-02-30", 2, /^Error: Invalid value for flag --since: .*YYYY-MM-DD/],
  ["export --status open", 2, /^Error: Invalid value for flag --status: .*on_track/],
  ["export --team North --objectives x", 2, /^Error: Invalid value for flag --objectives/],
  ["export --team North --teams South", 2, /^Error: Use --team or --teams, not both/],
  [`export --team North --status draft --objectives ${id}`, 2, /^Error: Use --status or --objectives, not both/],
  [`export --objectives ${id}`, 2, /^Error: --objectives needs --team/],
  ["export --json --file -", 2, /^Error: --json requires a file/],
  ["users", 2, /^DESCRIPTION\n {2}Manages users, their roles and passwords\n/]
]

describe("The command line of admin", () => {
  it.live("every command prints its help", () =>
    Effect.forEach(
      documented,
      Effect.fnUntraced(function* ([command, parts]) {
        const { code, stdout, stderr } = yield* run(words(`${command} --help`))
        assert.deepStrictEqual({ command, code, stderr }, { command, code: 0, stderr: "" })
        for (const part of parts) assert.include(stdout, part, command)
      }),
      { concurrency: 2, discard: true }
    )
  )

  it.live("wrong usage exits with 2 and a hint, without opening a database", () =>
    Effect.forEach(
      mistakes,
      Effect.fnUntraced(function* ([command, expected, error]) {
        const { code, stdout, stderr } = yield* run(words(command), { DATA_DIR: "/dev/null/nowhere" })
        assert.deepStrictEqual({ command, code, stdout }, { command, code: expected, stdout: "" })
        assert.match(stderr, error)
      }),
      { concurrency: 2, discard: true }
    )
  )

  it.live("a process has the same exit code and output as a run within the tests", () =>
    Effect.gen(function* () {
      const env = { DATABASE_URL: Redacted.value(yield* migratedDatabase) }
      for (const [line, expected, stdin] of [
        ["users add --help", 0, ""],
        ["users add ada --role owner --generate", 2, ""],
        ["users list --json", 0, ""],
        ["users add ada --role viewer --password-stdin", 1, "short\n"]
      ] as const) {
        const process = yield* AdminProcess.run(words(line), env, stdin)
        assert.strictEqual(process.code, expected, line)
        assert.deepStrictEqual(yield* run(words(line), env, stdin), process)
      }
    }).pipe(Effect.scoped)
  )

  it.live("a failure exits with 1 and prints one line", () =>
    Effect.gen(function* () {
      const onServer = { DATABASE_URL: Redacted.value(yield* migratedDatabase) }
      const failure = Effect.fnUntraced(function* (line: string, env: Record<string, string>, stdin?: string) {
        const { code, stdout, stderr } = yield* run(words(line), env, stdin)
        assert.deepStrictEqual({ line, code, stdout }, { line, code: 1, stdout: "" })
        return stderr
      })
      assert.strictEqual(
        yield* failure("users list", { DATABASE_URL: "mysql://user:secret@host/db" }),
        "Error: DATABASE_URL must look like postgres://user:password@host:5432/database.\n"
      )
      assert.strictEqual(
        yield* failure("users list --json", { DATA_DIR: "/dev/null/nowhere" }),
        "Error: DATA_DIR can't be used: a part of its path is not a folder.\n"
      )
      assert.strictEqual(
        yield* failure("migrate", { DATA_DIR: "/proc/nowhere" }),
        "Error: DATA_DIR can't be used: there is no such file or folder.\n"
      )
      assert.strictEqual(yield* failure("users delete nobody", onServer), 'Error: There is no user named "nobody".\n')
      assert.strictEqual(
        yield* failure(`users unlock ${"x".repeat(51)}`, onServer),
        `Error: There is no user named "${"x".repeat(51)}".\n`
      )
      assert.strictEqual(
        yield* failure("users add ada --role admin --password-stdin", onServer, "short\n"),
        "Error: The password must have 8 to 128 characters.\n"
      )
    }).pipe(Effect.scoped)
  )
})
