export const tabs = { users: "People", tokens: "Tokens", accountLog: "Account activity", webhooks: "Integrations" }
export const pages = "Admin pages"
export const adminsOnly = "Only admins can see this page."
export const adminsOnlyHint = "Ask an admin if you need an account, another role or a new password."
