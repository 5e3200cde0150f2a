import type { SelectHTMLAttributes } from "preact"

export type Option = readonly [value: string, label: string]

interface Props extends Pick<SelectHTMLAttributes<HTMLSelectElement>, "id" | "disabled" | "aria-describedby"> {
  /** The accessible name; not needed beside a label. */
  readonly label?: string | undefined
  readonly value: string
  readonly options: ReadonlyArray<Option>
  readonly onChoose: (value: string) => void
}

export const Select = ({ label, options, onChoose, ...rest }: Props) => (
  <select aria-label={label} {...rest} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
    {options.map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </select>
)
