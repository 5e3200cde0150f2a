/** Letters of one script, and the language that a proofing tool and a choice of fonts take them to be in. */
const scripts: ReadonlyArray<readonly [letters: string, language: string]> = [
  ["\\p{Script=Hebrew}", "he-IL"],
  ["\\p{Script=Arabic}", "ar-SA"],
  ["\\p{Script=Hiragana}\\p{Script=Katakana}", "ja-JP"],
  ["\\p{Script=Hangul}", "ko-KR"],
  ["\\p{Script=Han}", "zh-CN"],
  ["\\p{Script=Cyrillic}", "ru-RU"],
  ["\\p{Script=Greek}", "el-GR"],
  ["\\p{Script=Thai}", "th-TH"],
  ["\\p{Script=Devanagari}", "hi-IN"],
  ["\\p{Script=Armenian}", "hy-AM"],
  ["\\p{Script=Georgian}", "ka-GE"]
]

const tests = scripts.map(([letters, language]) => [new RegExp(`[${letters}]`, "u"), language] as const)

/** BCP 47, of a text by the letters in it that are not Latin; without any it is in the deck's own language. */
export const languageOf = (text: string, language: string): string =>
  tests.find(([letters]) => letters.test(text))?.[1] ?? language
