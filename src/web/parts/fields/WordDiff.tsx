import * as texts from "../../texts/SharedTexts.ts"
import { wordDiff } from "./WordDiffParts.ts"

interface Props {
  readonly before: string
  readonly after: string
}

/** The difference of two texts: removed words are struck through, added ones underlined; both are announced. */
export const WordDiff = ({ before, after }: Props) => (
  <span class="diff">
    {wordDiff(before, after).map(({ kind, text }, index) => {
      if (kind === "same") return <span key={index}>{text}</span>
      const [Mark, label] =
        kind === "added" ? ["ins" as const, texts.history.added] : ["del" as const, texts.history.removed]
      return (
        <Mark key={index}>
          <span class="hidden">{label}</span>
          {text}
        </Mark>
      )
    })}
  </span>
)
