/** Each role includes the roles before it. */
export const roles = ["viewer", "editor", "admin"] as const
export type Role = (typeof roles)[number]

/** The one of two roles that includes less. */
export const lowerRole = (one: Role, other: Role): Role => (includesRole(one, other) ? other : one)

export const includesRole = (held: Role, needed: Role): boolean => roles.indexOf(held) >= roles.indexOf(needed)
