import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { descriptionLength } from "../../src/shared/Limits.ts"
import { maxMarksInRow } from "../../src/shared/NormalForm.ts"
import { type Answer, addUser, request, signIn, testServer } from "../support/TestServer.ts"
import { apply, idsFrom, smallStrategy } from "./Submissions.ts"
import { type TextField, textFields } from "./TextFields.ts"

const ids = idsFrom(0x10)

/** Normalising it takes 1.5 s; as JSON it fits a body. */
const fallingMarks = `a${"\u0301".repeat(15_500)}${"\u0316".repeat(15_500)}`

/** Refused by every field that restricts its texts, and so are all that have a forbidden character. */
const costly: ReadonlyArray<string> = [fallingMarks, "x".repeat(64_000), `a${"\u0301".repeat(maxMarksInRow + 1)}`]

const forbidden: ReadonlyArray<string> = [
  ...["\u0000", "\u001b", "\u007f", "\u0080", "\u009f", "\ufffe", "\uffff", "\ud800", "\udfff"].map((one) => `a${one}b`)
]

/** One of the texts for each field: all fields restrict characters by the same rule, and there are more fields than texts. */
const inTurn = (texts: ReadonlyArray<string>, index: number): string => texts[index % texts.length] ?? ""

/** The most expensive text that is still normalised; afterwards it is too long. */
const heaviest = (maxLength: number): string =>
  `a${"\u0301".repeat(maxMarksInRow / 2)}${"\u0316".repeat(maxMarksInRow / 2)}`
    .repeat(maxLength)
    .slice(0, 4 * maxLength)

/** Refused where a text must not be empty, since it has no visible character. */
const invisible = ["", " \u3000", "\u200b", "\u202e\u2066", "\u2800", "\u3164", "\uffa0", "\u0301", "\u00ad \ufe0f"]

/** Passwords are not normalised: only their length and well-formedness are checked. */
const isPassword = ({ key }: TextField): boolean => /password/i.test(key)

const lengthOf = (text: string): number => [...text].length

const isToBeRefused = (field: TextField, text: string): boolean => {
  const { minLength = 0, maxLength } = field
  if (maxLength !== undefined && lengthOf(text) > maxLength) return true
  if (isPassword(field)) return lengthOf(text) < minLength || !text.isWellFormed()
  return costly.includes(text) || forbidden.includes(text) || minLength > 0
}

const isRefusal = ({ status, json }: Answer): boolean => {
  if (status === 400) return true
  if (status !== 200 || typeof json !== "object" || json === null) return false
  return ("status" in json && json.status === "rejected") || ("success" in json && json.success === false)
}

/** The text as it can be sent in each place: a header restricts its characters, and a request line has at most 16 KiB. */
const sendable: Readonly<Record<TextField["place"], (text: string) => string>> = {
  body: (text) => text,
  path: (text) => text.toWellFormed().slice(0, 1_500),
  query: (text) => text.toWellFormed().slice(0, 1_500),
  header: (text) => text.replaceAll(/[^\u0020-\u007e\u0080-\u00ff]/g, "").slice(0, 8_000)
}

const json = { "content-type": "application/json" }

/** Ids of the document's examples are of no entity, and its days may come yet. */
const left = new Set(["id", "groupId", "parentId", "date"])

const withoutId = (body: unknown): string =>
  JSON.stringify(body, (key, value: unknown) => (left.has(key) ? undefined : value))

/** Records the longest text and the longest run of combining marks that are normalised meanwhile. */
const watchingNormalize = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const original = String.prototype.normalize
      const seen = { units: 0, marks: 0 }
      String.prototype.normalize = function (this: string, form?: string) {
        seen.units = Math.max(seen.units, this.length)
        for (const [run] of this.matchAll(/\p{M}+/gu)) seen.marks = Math.max(seen.marks, lengthOf(run))
        return original.call(this, form)
      }
      return { original, seen }
    }),
    ({ seen }) => Effect.as(effect, seen),
    ({ original }) =>
      Effect.sync(() => {
        String.prototype.normalize = original
      })
  )

layer(testServer, { excludeTestServices: true })("the most expensive texts", (it) => {
  it.effect("are refused in every field of every endpoint, and never normalised if that takes long", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      const token = yield* signIn("ada")
      yield* apply(token, ...smallStrategy(ids))
      const fields = textFields((yield* request("/api/openapi.json")).json, ids)
      // A field that is missing in the document would not be tested.
      const places = (place: TextField["place"]) => fields.filter((field) => field.place === place).length
      assert.isAtLeast(places("body"), 40)
      assert.isAtLeast(places("path"), 8)
      assert.isAtLeast(places("query"), 6)
      assert.isAtLeast(fields.filter(({ maxLength }) => maxLength !== undefined).length, 20)

      const faults: Array<string> = []
      const send = Effect.fnUntraced(function* (field: TextField, text: string, type = "application/json") {
        const { path, headers, body } = field.request(sendable[field.place](text))
        const { method } = field
        const answer = yield* request(path, {
          method,
          token,
          ...(body === undefined ? {} : { raw: JSON.stringify(body), headers: { "content-type": type } }),
          ...(Object.keys(headers).length === 0 ? {} : { headers })
        })
        const isWrong =
          answer.status >= 500 || (field.place === "body" && isToBeRefused(field, text) && !isRefusal(answer))
        if (isWrong) {
          const shown = JSON.stringify(text.slice(0, 40))
          faults.push(`${field.name} ${shown}: ${answer.status} ${answer.text.slice(0, 200)}`)
        }
      })

      const seen = yield* watchingNormalize(
        Effect.gen(function* () {
          for (const [index, field] of fields.entries()) {
            // A text in the path, the query or a header must only not fail with 500.
            for (const text of [...costly, inTurn(forbidden, index), inTurn(invisible, index)]) yield* send(field, text)
            if (field.maxLength !== undefined) yield* send(field, heaviest(field.maxLength))
            // With a charset the shortcut leaves it to the endpoint.
            if (field.place === "body") yield* send(field, fallingMarks, "application/json; charset=utf-8")
          }
        })
      )
      assert.deepStrictEqual(faults, [])
      assert.deepInclude(seen, { units: 4 * descriptionLength, marks: maxMarksInRow })
    })
  )

  it.effect("a text of the documented maximum length is accepted, and one character more is refused", () =>
    Effect.gen(function* () {
      yield* addUser("eve", "admin")
      const token = yield* signIn("eve")
      const document = (yield* request("/api/openapi.json")).json
      const limited = textFields(document, ids).filter(
        ({ path, maxLength }) => path === "/api/events" && maxLength !== undefined
      )
      assert.isAtLeast(limited.length, 17)
      for (const { name, maxLength = 0, request: made } of limited) {
        const post = (length: number) =>
          request("/api/events", { token, raw: withoutId(made("🎯".repeat(length)).body), headers: json })
        assert.include((yield* post(maxLength)).text, '"status":"applied"', name)
        assert.include((yield* post(maxLength + 1)).text, `${maxLength} characters`, name)
      }
    })
  )
})
