import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { fileName } from "../../src/deck/FileName.ts"
import { attachment } from "../../src/http/answers/ContentDisposition.ts"

const end = "-strategy-2026-11-14.pptx"

const named = (team: string) => fileName(team, "2026-11-14", "full")

/** The team's name, its part of the full name, its part in ASCII. */
const cases: ReadonlyArray<readonly [string, string, string]> = [
  ["Payments", "Payments", "Payments"],
  ["Customer onboarding", "Customer onboarding", "Customer-onboarding"],
  ["Zoë Müller-Straße", "Zoë Müller-Straße", "Zoe-Muller-Stra-e"],
  ['"Quoted" \\ and / slashed', "Quoted- - and - slashed", "Quoted-and-slashed"],
  ["../../etc/passwd", "etc-passwd", "etc-passwd"],
  ["C:\\Windows", "C-Windows", "C-Windows"],
  ["a\r\nSet-Cookie: x=1", "a Set-Cookie- x=1", "a-Set-Cookie-x-1"],
  ["Команда 🎯", "Команда 🎯", "team"],
  ["👩‍👩‍👧 family", "👩‍👩‍👧 family", "family"],
  ["...", "team", "team"],
  [" . ", "team", "team"],
  ["CON", "CON", "CON"],
  ["con.txt", "_con.txt", "_con.txt"],
  ["lpt1 .x", "_lpt1 .x", "lpt1-.x"],
  ["v2.0 Team", "v2.0 Team", "v2.0-Team"],
  ["100%<>|*?", "100", "100"],
  ["right \u202e to left", "right to left", "right-to-left"],
  ["lone \ud800 half", "lone half", "lone-half"],
  ["ﬁle", "ﬁle", "file"],
  ["x".repeat(100), "x".repeat(100), "x".repeat(100)],
  ["漢".repeat(100), "漢".repeat(66), "team"],
  ["🏴󠁧󠁢󠁥󠁮󠁧󠁿".repeat(14), "🏴󠁧󠁢󠁥󠁮󠁧󠁿".repeat(7), "team"]
]

describe("The name of a presentation's file", () => {
  it.each(cases)("%j", (team, full, ascii) => {
    assert.deepStrictEqual(named(team), { full: full + end, ascii: ascii + end })
  })

  it("is valid on every system, for any team name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 100 }), (team) => {
        const { full, ascii } = named(team)
        assert.match(ascii, /^[A-Za-z0-9_][A-Za-z0-9._-]*-strategy-2026-11-14\.pptx$/)
        assert.notMatch(full, /[\p{Cc}\\/:*?"<>|%]|^[. ]/u)
        assert.isTrue(full.isWellFormed())
        assert.isAtMost(Buffer.byteLength(full), 255)
        assert.notMatch(full, /^(con|prn|aux|nul|com\d|lpt\d) *\./i)
      }),
      { numRuns: 500 }
    )
  })

  it("is sent in both forms, in a valid header that clients can parse", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 100 }), (team) => {
        const name = named(team)
        const [, ascii, full = ""] =
          /^attachment; filename="([A-Za-z0-9._-]+)"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]+)$/.exec(
            attachment(name)
          ) ?? []
        assert.deepStrictEqual({ ascii, full: decodeURIComponent(full) }, { ...name })
      }),
      { numRuns: 500 }
    )
    assert.include(attachment(named("it's (a) *star*")), "filename*=UTF-8''it%27s%20%28a%29%20-star-strategy")
  })
})
