import { useId } from "preact/hooks"
import { type Role, roles } from "../../../shared/Roles.ts"
import { Select } from "../../parts/Select.tsx"
import * as texts from "./UserTexts.ts"

interface Props {
  readonly value: Role
  readonly onChoose: (role: Role) => void
  readonly label: string
  /** The class of the label. */
  readonly class?: string
  readonly hint?: string
  readonly error?: string
  readonly disabled?: boolean
}

export const RoleSelect = ({ value, onChoose, label, class: name, hint = "", error = "", disabled = false }: Props) => {
  const id = useId()
  return (
    <div class="form-field">
      <label for={id} class={name}>
        <span>{label}</span>
      </label>
      <Select
        id={id}
        aria-describedby={`${id}-note`}
        value={value}
        disabled={disabled}
        options={roles.map((role) => [role, texts.users.roles[role]])}
        onChoose={(chosen) => onChoose(chosen as Role)}
      />
      <p id={`${id}-note`}>
        {hint !== "" && <span class="quiet small-text">{hint}</span>}
        <span class="trouble" role="alert">
          {error}
        </span>
      </p>
    </div>
  )
}
