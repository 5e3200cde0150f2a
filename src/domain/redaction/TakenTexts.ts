import { normalized } from "../../shared/NormalForm.ts"
import { truncatedLine } from "../../shared/Quoted.ts"
import { normalForm } from "../entities/Text.ts"

/** What stands where a text was. */
export const removed = "[removed]"

/** Sentences of version 1 and the names of unknown keys have this many code points of a text. */
const lineLength = 60

/** A cut name that ends with fewer characters of a text than these does not name it. */
const leastNamed = 8

/** A character of a word, in scripts that put spaces between words. */
const inWord =
  /[[\p{L}\p{Nd}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]]/v

/** The places in a text where a word may begin or end. */
const wordBounds = (text: string): ReadonlyArray<number> => {
  const bounds: Array<number> = []
  let [at, wasInWord] = [0, false]
  for (const character of text) {
    const isInWord = inWord.test(character)
    if (!(isInWord && wasInWord)) bounds.push(at)
    wasInWord = isInWord
    at += character.length
  }
  return [...bounds, at]
}

/** A cut may fall between a letter and its marks, which this takes apart. */
const decomposed = (text: string): string => normalized(text, "NFD", text.length) ?? text

/** Texts that are taken out, in their normal form. To look one up takes as long among thousands as among two. */
export class TakenTexts {
  readonly whole: ReadonlySet<string>
  readonly longest: number
  /** As they begin on one line. */
  readonly lines: ReadonlySet<string>
  /** Sorted. */
  readonly beginnings: ReadonlyArray<string>

  /** `kept` is a text that stays, if it is among them. */
  constructor(texts: Iterable<string>, kept = "") {
    const taken = new Set(Array.from(texts, normalForm))
    for (const each of ["", removed, normalForm(kept)]) taken.delete(each)
    this.whole = taken
    this.longest = Array.from(taken).reduce((longest, { length }) => Math.max(longest, length), 0)
    this.lines = new Set(Array.from(taken, (text) => truncatedLine(text, lineLength)))
    this.beginnings = Array.from(taken, decomposed).sort()
  }

  /** Whether a text, in any form in which it may be sent, is one of them. */
  has(text: string): boolean {
    return this.whole.has(normalForm(text))
  }

  /** Whether a text is one of them, or the beginning of one: the log cuts what it keeps of rejected events. */
  hasCut(text: string, leastLength = 1): boolean {
    if (this.has(text)) return true
    if (!text.endsWith("…")) return false
    const beginning = decomposed(normalForm(text.slice(0, -1))).replace(/.\p{M}*$/su, "")
    return beginning.length >= leastLength && this.#firstFrom(beginning)?.startsWith(beginning) === true
  }

  /** Whether a key, or a key as a rejection names it, is one of them. */
  hasKey(key: string): boolean {
    return this.hasCut(key) || this.lines.has(normalForm(key))
  }

  /** Whether a line has one of them as whole words, or is cut within one. */
  areNamedIn(line: string): boolean {
    const text = normalForm(line)
    const bounds = wordBounds(text)
    return bounds.some(
      (from, index) =>
        this.hasCut(text.slice(from), leastNamed) ||
        bounds.slice(index + 1).some((to) => to - from <= this.longest && this.whole.has(text.slice(from, to)))
    )
  }

  /** Whether a sentence of version 1 quotes one of them. */
  areQuotedIn(sentence: string): boolean {
    const quotes = Array.from(sentence.matchAll(/'/g), ({ index }) => index)
    return quotes.some((from, index) =>
      quotes.slice(index + 1).some((to) => this.lines.has(sentence.slice(from + 1, to)))
    )
  }

  #firstFrom(text: string): string | undefined {
    let [low, high] = [0, this.beginnings.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.beginnings[middle] ?? "") < text) low = middle + 1
      else high = middle
    }
    return this.beginnings[low]
  }
}
