import type { ComponentChildren, InputHTMLAttributes, Ref } from "preact"
import { useId } from "preact/hooks"

type Attribute =
  | "name"
  | "class"
  | "autocomplete"
  | "autocapitalize"
  | "autofocus"
  | "spellcheck"
  | "maxLength"
  | "value"

interface Props extends Pick<InputHTMLAttributes<HTMLInputElement>, Attribute | "onInput"> {
  readonly label: string
  readonly isSecret?: boolean
  readonly hint?: string
  /** What is wrong with it, in words; empty when nothing is. */
  readonly trouble?: string
  readonly input?: Ref<HTMLInputElement>
  /** Buttons that belong to it. */
  readonly children?: ComponentChildren
}

const secret = { type: "password" } as const
const plain = { type: "text" } as const

/** An input of a form with its label, and under it what is wrong with it. */
export const FormField = ({ label, hint = "", trouble = "", input, isSecret = false, children, ...rest }: Props) => {
  const id = useId()
  return (
    <div class="form-field">
      <label for={id}>
        <span>{label}</span>
      </label>
      <div class="with-buttons">
        <input
          {...rest}
          {...(isSecret ? secret : plain)}
          ref={input ?? null}
          id={id}
          aria-invalid={trouble !== ""}
          aria-describedby={`${id}-hint ${id}-trouble`}
        />
        {children}
      </div>
      <p id={`${id}-hint`} class="quiet small-text" hidden={hint === "" || trouble !== ""}>
        {hint}
      </p>
      <p id={`${id}-trouble`} class="trouble" role="alert">
        {trouble}
      </p>
    </div>
  )
}
