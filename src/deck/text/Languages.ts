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

const letters = scripts.map(([letter]) => letter).join("")

/** A stretch of letters of other scripts than Latin, with what stands between them and is in none. */
const foreign = new RegExp(`[${letters}](?:[${letters}\\p{M}\\p{Zs}\\p{P}]*[${letters}\\p{M}])?`, "gu")
const anyForeign = new RegExp(`[${letters}]`, "u")
const tests = scripts.map(([letter, language]) => [new RegExp(`[${letter}]`, "u"), language] as const)

export interface LanguageRun {
  readonly text: string
  /** BCP 47. */
  readonly language: string
}

/** Text in runs of one language each, told by their letters; what is in Latin letters or none is in the deck's own. */
export const languageRuns = (text: string, language: string): ReadonlyArray<LanguageRun> => {
  if (!anyForeign.test(text)) return [{ text, language }]
  const runs: Array<LanguageRun> = []
  let done = 0
  for (const match of text.matchAll(foreign)) {
    if (match.index > done) runs.push({ text: text.slice(done, match.index), language })
    runs.push({ text: match[0], language: tests.find(([letter]) => letter.test(match[0]))?.[1] ?? language })
    done = match.index + match[0].length
  }
  if (done < text.length) runs.push({ text: text.slice(done), language })
  return runs
}
