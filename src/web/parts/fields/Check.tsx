import type { ComponentChildren } from "preact"

interface Props {
  readonly class?: string
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly children: ComponentChildren
}

/** A checkbox with its label. */
export const Check = ({ class: name, isChecked, onChange, children }: Props) => (
  <label class={name}>
    <input type="checkbox" checked={isChecked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    {children}
  </label>
)
