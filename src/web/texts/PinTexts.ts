export const home = "Home"
export const pin = (team: string) => `Pin ${team} to your home page`
export const offer = (team: string) => `Is ${team} your team? Pin it to your home page.`
export const accept = "Pin"
export const pinned = (team: string) => `${team} is on your home page.`
export const open = "Open"
