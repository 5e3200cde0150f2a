export const tabs = { users: "Users", accountLog: "Account log", webhooks: "Webhooks" }
export const pages = "Pages for admins"
export const adminsOnly = "This page is for admins."
export const adminsOnlyHint = "Ask an admin if you need a user, another role or a new password."
