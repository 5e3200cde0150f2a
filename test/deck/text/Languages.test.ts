import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { languageRuns } from "../../../src/deck/text/Languages.ts"
import { nastyText } from "./Texts.ts"

describe("The languages of a text", () => {
  it.each([
    ["Plain words, 12 %", ["en Plain words, 12 %"]],
    ["", ["en "]],
    ["להיכנס לשוק, ב-2026", ["he-IL להיכנס לשוק, ב", "en -2026"]],
    ["Launch שלום עולם now", ["en Launch ", "he-IL שלום עולם", "en  now"]],
    ["日本語のかな", ["ja-JP 日本語のかな"]],
    ["漢字", ["zh-CN 漢字"]],
    ["한국어 plan", ["ko-KR 한국어", "en  plan"]],
    ["مرحبا", ["ar-SA مرحبا"]],
    ["Привет, мир!", ["ru-RU Привет, мир", "en !"]],
    ["á é", ["en á é"]]
  ])("%s", (text, expected) => {
    assert.deepStrictEqual(
      languageRuns(text, "en").map((run) => `${run.language} ${run.text}`),
      expected
    )
  })

  it("cover all of the text, in its order", () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        assert.strictEqual(
          languageRuns(text, "en")
            .map((run) => run.text)
            .join(""),
          text
        )
      })
    )
  })
})
