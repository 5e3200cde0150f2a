import { passwordLength } from "../../shared/Limits.ts"
export const account = {
  title: "Change password",
  current: "Current password",
  next: "New password",
  hint: `${passwordLength.minimum} to ${passwordLength.maximum} characters.`,
  repeated: "New password again",
  submit: "Change password",
  fillIn: "Fill this in, please.",
  length: `It must have ${passwordLength.minimum} to ${passwordLength.maximum} characters.`,
  different: "This is not the same as above.",
  done: "Your password is changed. Your other sessions are signed out."
}
