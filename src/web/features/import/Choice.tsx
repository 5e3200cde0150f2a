import type { ComponentChildren, ComponentProps } from "preact"
import { useId } from "preact/hooks"
import { Select } from "../../parts/fields/Select.tsx"

interface Props extends Omit<ComponentProps<typeof Select>, "label" | "id"> {
  readonly label: ComponentChildren
}

/** A list to choose from, below its label. */
export const Choice = ({ label, ...select }: Props) => {
  const id = useId()
  return (
    <label for={id}>
      <span>{label}</span>
      <Select id={id} {...select} />
    </label>
  )
}
