import { assert, describe, it } from "@effect/vitest"
import { languageOf } from "../../../src/deck/text/Languages.ts"

describe("The language of a text", () => {
  it.each([
    ["Plain words, 12 %", "en"],
    ["", "en"],
    ["á é", "en"],
    ["להיכנס לשוק, ב-2026", "he-IL"],
    ["Launch שלום עולם now", "he-IL"],
    ["日本語のかな", "ja-JP"],
    ["漢字", "zh-CN"],
    ["한국어 plan", "ko-KR"],
    ["مرحبا", "ar-SA"],
    ["Привет, мир!", "ru-RU"]
  ])("%s", (text, expected) => assert.strictEqual(languageOf(text, "en"), expected))
})
