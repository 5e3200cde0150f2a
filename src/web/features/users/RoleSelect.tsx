import { useId } from "preact/hooks"
import { type Role, roles } from "../../../shared/Roles.ts"
import { Select } from "../../parts/Select.tsx"
import * as texts from "./Texts.ts"

interface Props {
  readonly value: Role
  readonly onChoose: (role: Role) => void
  /** The visible label. */
  readonly title?: string
  /** The accessible name, where there is no visible label. */
  readonly label?: string
  readonly hint?: string
  readonly error?: string
  readonly disabled?: boolean
}

export const RoleSelect = ({ value, onChoose, title, label, hint = "", error = "", disabled = false }: Props) => {
  const id = useId()
  return (
    <div class="form-field">
      {title !== undefined && (
        <label for={id}>
          <span>{title}</span>
        </label>
      )}
      <Select
        id={id}
        label={label}
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
