export const label = "Owner"
export const none = "No owner"
export const of = (title: string, owner: string) => `Owner of ${title}: ${owner || "no owner"}`
export const search = "A person, a role or a team"
export const you = "you"
export const use = (text: string) => `Use “${text}”`
export const mine = "Mine"
export const mineHint = "Those you own"
