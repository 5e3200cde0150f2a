import { texts } from "../texts/Texts.ts"
import { wordDiff } from "./WordDifference.ts"

interface Props {
  readonly before: string
  readonly after: string
}

/** One text made of two: what went is struck through, what came is underlined, and both are said. */
export const WordDiff = ({ before, after }: Props) => (
  <span class="diff">
    {wordDiff(before, after).map(({ kind, text }, index) => {
      if (kind === "same") return <span key={index}>{text}</span>
      const Mark = kind === "added" ? "ins" : "del"
      return (
        <Mark key={index}>
          <span class="hidden">{texts.history[kind]}</span>
          {text}
        </Mark>
      )
    })}
  </span>
)
