export const capitalized = (noun: string) => noun.charAt(0).toUpperCase() + noun.slice(1)
export const label = (noun: string, entity: string) => capitalized(`${noun} of the ${entity}`)
export const empty = (noun: string, mayEdit: boolean) => `${mayEdit ? "Add" : "No"} ${noun}`
