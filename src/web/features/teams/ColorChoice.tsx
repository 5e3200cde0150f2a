import { teamColors } from "../../../shared/teams/TeamColors.ts"
import * as texts from "./TeamTexts.ts"

interface Props {
  /** `#rrggbb` */
  readonly value: string
  readonly onChoose: (color: string) => void
}

/** Eight named colours, and the browser's input for any other. */
export const ColorChoice = ({ value, onChoose }: Props) => {
  const isOwn = teamColors.every(([color]) => color !== value)
  return (
    <fieldset class="colors">
      <legend>{texts.color}</legend>
      {teamColors.map(([color, name]) => (
        <label key={color} title={name} style={{ "--color": color }}>
          <input
            type="radio"
            name="color"
            aria-label={name}
            checked={color === value}
            onChange={() => onChoose(color)}
          />
        </label>
      ))}
      <label class={`own ${isOwn ? "chosen" : ""}`} title={texts.ownColor}>
        <input
          type="color"
          aria-label={texts.ownColor}
          value={value}
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        />
      </label>
    </fieldset>
  )
}
