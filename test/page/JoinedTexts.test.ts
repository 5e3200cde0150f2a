// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are code
import { Script } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import { joinTexts } from "../../src/page/build/JoinedTexts.ts"

/** What a script's last statement is. */
const valueOf = (code: string, given: Readonly<Record<string, unknown>> = {}): unknown =>
  new Script(code).runInNewContext({ ...given })

const given = {
  one: 1,
  two: 2,
  text: 'a ` ${ " \\ ü 🙂',
  nothing: undefined,
  list: [1, [2, 3]],
  day: new Date(Date.UTC(2026, 0, 1)),
  address: new URL("http://example.org/a?b"),
  tag: ({ raw }: TemplateStringsArray, ...rest: ReadonlyArray<unknown>) => [raw.join("|"), rest]
}

describe("a template written as a sum", () => {
  it.each([
    "`${one}`",
    "`${one}${two}`",
    "`${one}${two} of ${one}${two}`",
    "`a${one}`",
    "`${one}a`",
    "`${text}, ${nothing}, ${list}, ${null}, ${true}, ${10n}, ${day}, ${address}`",
    "`${one + two}${one ? 'x' : 'y'}${one, two}`.length",
    "`a${`b${one}${`c`}`}d${`${`${two}`}`}`",
    "1 + `${one}` * 2",
    "`line\nbreak \\n \\u{1F642} \\` \\${ ü🙂 ${one}\r\n'\"`",
    "tag`a\\n${one}b${`c${two}`}`",
    "tag`${one}`",
    "((...at) => `${at.push(1)}${at.push(2)}${at}`)()",
    "`no hole`"
  ])("is the same text: %s", (code) => {
    const joined = joinTexts(code)
    assert.deepStrictEqual(valueOf(joined, given), valueOf(code, given))
    assert.strictEqual(joined.includes("${one"), code.startsWith("tag"), joined)
  })
})
