import { Context, Data } from "effect"

/** Who may sign in with a password: everybody, or only admins where the others use the company's provider. */
export const PasswordSignIn = Context.Reference<"all" | "admins">("strategy/accounts/PasswordSignIn", {
  defaultValue: () => "all"
})

/** The password was right, but only admins may use one. */
export class AdminsOnly extends Data.TaggedError("AdminsOnly") {
  override readonly message = "Only admins sign in with a password here. Use your company's sign-in instead."
}
