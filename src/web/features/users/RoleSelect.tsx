import { useId } from "preact/hooks"
import { type Role, roles } from "../../../shared/Roles.ts"
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
      <select
        id={id}
        aria-label={label}
        aria-describedby={`${id}-note`}
        value={value}
        disabled={disabled}
        onChange={({ currentTarget }) => onChoose(roles[currentTarget.selectedIndex] ?? value)}
      >
        {roles.map((role) => (
          <option key={role} value={role}>
            {texts.users.roles[role]}
          </option>
        ))}
      </select>
      <p id={`${id}-note`}>
        {hint !== "" && <span class="quiet small-text">{hint}</span>}
        <span class="trouble" role="alert">
          {error}
        </span>
      </p>
    </div>
  )
}
