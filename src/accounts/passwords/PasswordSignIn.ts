import { Context } from "effect"

/** Who may sign in with a password: everybody, or only admins where the others use the company's provider. */
export const PasswordSignIn = Context.Reference<"all" | "admins">("strategy/accounts/PasswordSignIn", {
  defaultValue: () => "all"
})
