import type { ComponentChildren, InputHTMLAttributes, Ref } from "preact"
import { useId } from "preact/hooks"

type Attribute =
  | "name"
  | "class"
  | "autocomplete"
  | "autocapitalize"
  | "autofocus"
  | "spellcheck"
  | "inputMode"
  | "value"
  | "onFocus"

interface Props extends Pick<InputHTMLAttributes<HTMLInputElement>, Attribute> {
  readonly label: string
  readonly isSecret?: boolean
  readonly hint?: string
  /** Why the value is not accepted; empty or undefined when it is. */
  readonly error?: string | undefined
  readonly input?: Ref<HTMLInputElement>
  readonly onText?: (text: string) => void
  /** Buttons beside the input. */
  readonly children?: ComponentChildren
}

const passwordInput = { type: "password" } as const
const textInput = { type: "text" } as const

/** An input of a form with its label, hint and error. The browser proposes nothing unless `autocomplete` says what. */
export const FormField = (props: Props) => {
  const { label, hint = "", error = "", input, isSecret = false, onText, children, ...rest } = props
  const id = useId()
  return (
    <div class="form-field">
      <label for={id}>
        <span>{label}</span>
      </label>
      <div class="with-buttons">
        <input
          autocomplete="off"
          {...rest}
          {...(isSecret ? passwordInput : textInput)}
          ref={input ?? null}
          id={id}
          onInput={({ currentTarget }) => onText?.(currentTarget.value)}
          aria-invalid={error !== ""}
          aria-describedby={`${id}-hint ${id}-error`}
        />
        {children}
      </div>
      <p id={`${id}-hint`} class="quiet small-text" hidden={hint === "" || error !== ""}>
        {hint}
      </p>
      <p id={`${id}-error`} class="trouble" role="alert">
        {error}
      </p>
    </div>
  )
}
