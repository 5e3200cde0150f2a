import { Schema } from "effect"
import { roles } from "../../shared/Roles.ts"

export const Role = Schema.Literals(roles)
export type Role = typeof Role.Type

export { includesRole } from "../../shared/Roles.ts"
