export const account = {
  title: "Change password",
  current: "Current password",
  next: "New password",
  hint: "8 to 128 characters.",
  repeated: "New password again",
  submit: "Change password",
  fillIn: "Fill this in, please.",
  length: "It must have 8 to 128 characters.",
  different: "This is not the same as above.",
  done: "Your password is changed. Your other sessions are signed out."
}
