import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted, Schema } from "effect"
import { strToU8, unzipSync, zipSync } from "fflate"
import { dataFolder } from "../../scripts/support/Calls.ts"
import { receiptIn, receiptPart } from "../../src/deck/Receipt.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import { entityId, envelope } from "../log/Samples.ts"
import { migratedDatabase } from "../support/databases.ts"
import { slidesOf } from "../support/slidesOf.ts"
import { run } from "./AdminInProcess.ts"
import { withServer } from "./ArchiveSource.ts"

const [north, south, twin] = [entityId(1), entityId(2), entityId(3)]

const create = (id: typeof north, name: string) =>
  envelope({ eventType: "create_team", targetId: null, data: { id, name, color: "#336699" } })

/** Seven events: the fifth adds an objective to North, the sixth renames it to Far North, the seventh deletes South. */
const fill = Planner.use(({ submit }) =>
  Effect.forEach(
    [
      create(north, "North"),
      create(south, 'South/West: "1"'),
      create(twin, "Twin"),
      create(entityId(4), "twin"),
      envelope({ eventType: "create_objective", targetId: north, data: { title: "Listen first" } }),
      envelope({ eventType: "update_team_name", targetId: north, data: { name: "Far North" } }),
      envelope({ eventType: "delete_team", targetId: south })
    ],
    submit
  )
)

const written = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      teams: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String })),
      file: Schema.String,
      slides: Schema.Int,
      bytes: Schema.Int
    })
  ),
  { onExcessProperty: "error" }
)

describe("export", () => {
  it.live("writes the presentation of a team's present or earlier state, and overwrites a file only with --force", () =>
    Effect.gen(function* () {
      const folder = yield* dataFolder
      const place = join(folder, "decks")
      mkdirSync(place)
      const url = yield* migratedDatabase
      yield* withServer({ databaseUrl: Option.some(url), dataDir: "" }, fill)
      const admin = (line: ReadonlyArray<string>) => run(["export", ...line], { DATABASE_URL: Redacted.value(url) })
      const refused = Effect.fnUntraced(function* (line: ReadonlyArray<string>, expected: number) {
        const { code, stdout, stderr } = yield* admin(line)
        assert.deepStrictEqual({ line, code, stdout }, { line, code: expected, stdout: "" })
        return stderr
      })

      const file = join(place, "north.pptx")
      const first = yield* admin(["--team", "far north", "--file", file])
      const bytes = readFileSync(file)
      const slides = yield* slidesOf(bytes)
      assert.deepStrictEqual(first, {
        code: 0,
        stdout: `Wrote the presentation of "Far North", ${slides.length} slides, ${bytes.byteLength} bytes, to ${file}.\n`,
        stderr: ""
      })
      assert.notStrictEqual(statSync(file).mode & 0o444, 0)
      for (const shown of ["Far North", "Listen first"]) assert.include(slides.join("\n"), shown)

      assert.strictEqual(
        yield* refused(["--team", "Far North", "--file", file], 1),
        `Error: ${file} already exists; use --force to replace it.\n`
      )
      writeFileSync(file, "older")
      const again = yield* admin(["--team", north.toUpperCase(), "--force", "--file", file, "--json"])
      // The bytes are not compared: around midnight the presentation has another date.
      const anew = yield* slidesOf(readFileSync(file))
      assert.deepStrictEqual(written(again.stdout), {
        teams: [{ id: north, name: "Far North" }],
        file,
        slides: anew.length,
        bytes: statSync(file).size
      })
      for (const shown of ["Far North", "Listen first"]) assert.include(anew.join("\n"), shown)

      const early = join(place, "early.pptx")
      assert.strictEqual((yield* admin(["--team", "North", "--at", "4", "--file", early])).code, 0)
      const then = (yield* slidesOf(readFileSync(early))).join("\n")
      assert.include(then, "North")
      assert.notInclude(then, "Far North")
      assert.notInclude(then, "Listen first")
      const gone = join(place, "gone.pptx")
      assert.strictEqual((yield* admin(["--team", south, "--at", "6", "--file", gone])).code, 0)
      assert.deepStrictEqual(readdirSync(place).sort(), ["early.pptx", "gone.pptx", "north.pptx"])

      assert.strictEqual(yield* refused(["--team", "North"], 1), 'Error: There is no team "North".\n')
      assert.strictEqual(
        yield* refused(["--team", south, "--file", file, "--force"], 1),
        `Error: There is no team "${south}".\n`
      )
      assert.strictEqual(
        yield* refused(["--team", "TWIN"], 1),
        `Error: 2 teams are named "TWIN"; use an id: ${twin}, ${entityId(4)}.\n`
      )
      assert.strictEqual(
        yield* refused(["--team", "Far North", "--at", "8"], 1),
        "Error: Event 8 does not exist yet; the latest is 7.\n"
      )
      assert.match(
        yield* refused(["--team", "Far North", "--file", join(place, "nowhere", "a.pptx")], 1),
        /^Error: The presentation can't be written: .*\n$/
      )
      assert.strictEqual(
        yield* refused(["--team", "Far North", "--force", "--file", place], 1),
        `Error: ${place} is not a file.\n`
      )
      assert.isTrue(readFileSync(file).equals(bytes))
    }).pipe(Effect.scoped)
  )

  it.live("writes the presentation of several teams", () =>
    Effect.gen(function* () {
      const all = join(yield* dataFolder, "all.pptx")
      const url = yield* migratedDatabase
      yield* withServer({ databaseUrl: Option.some(url), dataDir: "" }, fill)
      const admin = (line: ReadonlyArray<string>) => run(["export", ...line], { DATABASE_URL: Redacted.value(url) })
      assert.match((yield* admin(["--out", all])).stdout, /^Wrote the presentation of 3 teams, /)
      const two = yield* admin(["--teams", `far north,${twin}`, "--no-notes", "--force", "--out", all])
      assert.match(two.stdout, /^Wrote the presentation of 2 teams, /)
      const late = yield* admin(["--since", "9", "--force", "--out", all])
      assert.deepStrictEqual(
        [late.code, late.stderr],
        [1, "Error: Since is beyond the latest sequence number of the deck, 7.\n"]
      )
      const [earlier, other] = [join(dirname(all), "earlier.pptx"), join(dirname(all), "other.pptx")]
      yield* admin(["--at", "6", "--out", earlier])
      const receipt = receiptIn(readFileSync(earlier))
      const event = typeof receipt === "string" ? assert.fail(receipt) : receipt.event
      assert.isAtMost(event, 6)
      yield* admin(["--since-deck", earlier, "--force", "--out", all])
      yield* admin(["--since-deck", String(event), "--out", other])
      assert.isTrue(readFileSync(all).equals(readFileSync(other)))
      writeFileSync(other, "no deck")
      const refused = yield* admin(["--since-deck", other])
      assert.deepStrictEqual(
        [refused.code, refused.stderr],
        [1, `Error: ${JSON.stringify(other)} isn't a presentation made by this service.\n`]
      )
      assert.match((yield* admin(["--since-deck", `${other}x`])).stderr, /can't be read: there is no such file/)
    }).pipe(Effect.scoped)
  )
})

describe("verify-deck", () => {
  it.live("tells what became of a presentation, and of the log it was made from", () =>
    Effect.gen(function* () {
      const folder = yield* dataFolder
      mkdirSync(folder, { recursive: true })
      const [url, elsewhere] = [yield* migratedDatabase, yield* migratedDatabase]
      yield* withServer({ databaseUrl: Option.some(url), dataDir: "" }, fill)
      yield* withServer({ databaseUrl: Option.some(elsewhere), dataDir: "" }, Effect.void)
      const admin = (line: ReadonlyArray<string>, database = url) =>
        run(line, { DATABASE_URL: Redacted.value(database) })
      const file = join(folder, "north.pptx")
      yield* admin(["export", "--team", "far north", "--file", file])
      const verify = Effect.fnUntraced(function* (path: string, database = url) {
        const { code, stdout } = yield* admin(["verify-deck", path, "--json"], database)
        return [code, JSON.parse(stdout).verdict]
      })
      const variant = (name: string, bytes: Uint8Array) => {
        writeFileSync(join(folder, name), bytes)
        return verify(join(folder, name))
      }
      const { [receiptPart]: _, ...others } = unzipSync(readFileSync(file))

      assert.deepStrictEqual(yield* verify(file), [0, "unedited"])
      const changed = { ...unzipSync(readFileSync(file)), "docProps/app.xml": strToU8("<Properties/>") }
      assert.deepStrictEqual(yield* variant("changed.pptx", zipSync(changed)), [3, "edited"])
      assert.deepStrictEqual(yield* variant("bare.pptx", zipSync(others)), [6, "no receipt"])
      assert.deepStrictEqual(yield* variant("text.pptx", strToU8("no deck")), [7, "not a deck"])
      assert.deepStrictEqual(yield* verify(file, elsewhere), [5, "other log"])
      const redact = ["log", "redact", "--entity", north, "--field", "name", "--reason", "asked for"]
      assert.strictEqual((yield* admin(redact)).code, 0)
      assert.deepStrictEqual(yield* verify(file), [4, "redacted"])
      assert.match(
        (yield* admin(["verify-deck", join(folder, "x.pptx")])).stderr,
        /can't be read: there is no such file/
      )
    }).pipe(Effect.scoped)
  )
})
