import type { ComponentChildren, ComponentProps, InputHTMLAttributes, Ref } from "preact"
import { useId } from "preact/hooks"
import { Select } from "./Select.tsx"

type Attribute =
  | "name"
  | "class"
  | "autocomplete"
  | "autocapitalize"
  | "autofocus"
  | "spellcheck"
  | "inputMode"
  | "value"
  | "defaultValue"
  | "onFocus"

interface Props extends Pick<InputHTMLAttributes<HTMLInputElement>, Attribute> {
  readonly label: string
  readonly isSecret?: boolean
  readonly isDate?: boolean
  readonly hint?: string
  /** Why the value is not accepted; empty or undefined when it is. */
  readonly error?: string | undefined
  readonly input?: Ref<HTMLInputElement>
  readonly onText?: (text: string) => void
  /** Buttons beside the input. */
  readonly children?: ComponentChildren
}

interface LabeledProps {
  readonly id: string
  readonly label: string
  /** The class of the label. */
  readonly class?: string | undefined
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly children: ComponentChildren
}

/** A control with its label, hint and error; an error takes the hint's place. */
const Labeled = ({ id, label, class: name, hint = "", error = "", children }: LabeledProps) => (
  <div class="form-field">
    <label for={id} class={name}>
      <span>{label}</span>
    </label>
    {children}
    <p id={`${id}-hint`} class="quiet small-text" hidden={hint === "" || error !== ""}>
      {hint}
    </p>
    <p id={`${id}-error`} class="trouble" role="alert">
      {error}
    </p>
  </div>
)

const describedBy = (id: string): string => `${id}-hint ${id}-error`

type SelectProps = Omit<ComponentProps<typeof Select>, "id" | "aria-describedby" | "label"> &
  Omit<LabeledProps, "id" | "children">

/** A choice of a form with its label, hint and error. */
export const SelectField = ({ label, class: name, hint, error, ...select }: SelectProps) => {
  const id = useId()
  return (
    <Labeled id={id} label={label} class={name} hint={hint} error={error}>
      <Select id={id} aria-describedby={describedBy(id)} {...select} />
    </Labeled>
  )
}

const passwordInput = { type: "password" } as const
const textInput = { type: "text" } as const
const dateInput = { type: "date", min: "0001-01-01", max: "9999-12-31" } as const

/** An input of a form with its label, hint and error. The browser proposes nothing unless `autocomplete` says what. */
export const FormField = ({
  label,
  hint,
  error,
  input,
  isSecret = false,
  isDate = false,
  onText,
  children,
  ...rest
}: Props) => {
  const id = useId()
  return (
    <Labeled id={id} label={label} hint={hint} error={error}>
      <div class="with-buttons">
        <input
          autocomplete="off"
          {...rest}
          {...(isSecret ? passwordInput : isDate ? dateInput : textInput)}
          ref={input ?? null}
          id={id}
          onInput={({ currentTarget }) => onText?.(currentTarget.value)}
          aria-invalid={(error ?? "") !== ""}
          aria-describedby={describedBy(id)}
        />
        {children}
      </div>
    </Labeled>
  )
}
