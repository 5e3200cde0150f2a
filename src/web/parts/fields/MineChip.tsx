import * as texts from "../../texts/SharedTexts.ts"

interface Props {
  /** How many the user owns; without any there is nothing to choose. */
  readonly count: number
  readonly isChosen: boolean
  readonly onToggle: (isChosen: boolean) => void
}

/** The filter by what the user owns. */
export const MineChip = ({ count, isChosen, onToggle }: Props) =>
  count === 0 && !isChosen ? null : (
    <button
      type="button"
      class="chip"
      title={texts.owners.mineHint}
      aria-pressed={isChosen}
      onClick={() => onToggle(!isChosen)}
    >
      {texts.owners.mine} <span class="quiet">{count}</span>
    </button>
  )
