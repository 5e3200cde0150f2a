import type { ComponentProps } from "preact"
import { type Role, roles } from "../../../shared/Roles.ts"
import { SelectField } from "../../parts/fields/FormField.tsx"
import * as texts from "./UserTexts.ts"

interface Props extends Omit<ComponentProps<typeof SelectField>, "options" | "onChoose"> {
  readonly value: Role
  readonly onChoose: (role: Role) => void
}

export const RoleSelect = ({ onChoose, ...rest }: Props) => (
  <SelectField
    {...rest}
    options={roles.map((role) => [role, texts.roles[role]])}
    onChoose={(chosen) => onChoose(chosen as Role)}
  />
)
