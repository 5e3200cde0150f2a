import { Schema } from "effect"

/** Each role may do what the ones before it may. */
export const Role = Schema.Literals(["viewer", "editor", "admin"])
export type Role = typeof Role.Type

const rank: Record<Role, number> = { viewer: 0, editor: 1, admin: 2 }

export const includesRole = (held: Role, needed: Role): boolean => rank[held] >= rank[needed]
