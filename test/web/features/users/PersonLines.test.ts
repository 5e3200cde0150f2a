import { assert, describe, it } from "@effect/vitest"
import { listError, peopleOf } from "../../../../src/web/features/users/PersonLines.ts"

const linesOf = (text: string) =>
  peopleOf(text, ["Zoe"]).map(({ username, displayName, error }) => [username, displayName, error])

describe("A list of people", () => {
  const lines: ReadonlyArray<readonly [string, string, string | null]> = [
    ["Anna Müller", "anna.mueller", "Anna Müller"],
    ["anna.mueller", "anna.mueller", null],
    ["Anna Müller <Anna@example.com>", "anna", "Anna Müller"],
    ['"Müller, Anna" <a.mueller@example.com>', "a.mueller", "Anna Müller"],
    ["anna@example.com", "anna", null],
    ["anna@example.com; Anna Müller", "anna", "Anna Müller"],
    ["anna.mueller; Anna Müller", "anna.mueller", "Anna Müller"],
    ["Anna Müller\tam", "am", "Anna Müller"],
    ["anna.mueller, Anna Müller", "anna.mueller", "Anna Müller"],
    ["Müller, Anna", "anna.mueller", "Anna Müller"],
    ["Søren  O’Neill-Łuk", "soren.oneill-luk", "Søren O’Neill-Łuk"],
    ["李 雷", "李.雷", "李 雷"]
  ]
  for (const [text, username, displayName] of lines) {
    it(`reads ${text}`, () => assert.deepStrictEqual(linesOf(text), [[username, displayName, ""]]))
  }

  it("takes what mail programs write in one line apart, and skips empty lines", () => {
    const text = "\nAnn <ann@example.com>; Bob Lee <bob@example.com>\r\n\n"
    assert.deepStrictEqual(linesOf(text), [
      ["ann", "Ann", ""],
      ["bob", "Bob Lee", ""]
    ])
  })

  it("tells of usernames that exist, come twice, are too long or none", () => {
    const errors = peopleOf(`ZOE\nann\nAnn <ANN@example.com>\n${"x".repeat(51)}\n. .`, ["Zoe"]).map(
      ({ error }) => error
    )
    assert.deepStrictEqual(errors, [
      "Has an account already.",
      "",
      "Same username as line 2.",
      "Use at most 50 characters for a username.",
      "No letters or digits for a username."
    ])
  })

  it("is refused as a whole if it is empty, too long or partly wrong", () => {
    const texts = ["", Array.from({ length: 101 }, (_, index) => `n${index}`).join("\n"), "zoe", "ann"]
    assert.deepStrictEqual(
      texts.map((text) => listError(peopleOf(text, ["zoe"])) !== ""),
      [true, true, true, false]
    )
  })
})
