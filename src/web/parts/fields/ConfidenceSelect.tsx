import type { SelectHTMLAttributes } from "preact"
import * as texts from "../../texts/SharedTexts.ts"

interface Props extends Pick<SelectHTMLAttributes<HTMLSelectElement>, "id" | "name" | "aria-label" | "onInput"> {
  readonly confidence: number | null
}

const confidences = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** A confidence from 0 to 10, or none. */
export const ConfidenceSelect = ({ confidence, ...rest }: Props) => (
  <select {...rest}>
    <option value="" selected={confidence === null}>
      {texts.checkIns.noConfidence}
    </option>
    {confidences.map((step) => (
      <option key={step} value={step} selected={confidence === step}>
        {texts.checkIns.confidenceChoice(step)}
      </option>
    ))}
  </select>
)
