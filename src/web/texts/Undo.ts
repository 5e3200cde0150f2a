export const changeOf = (field: string) => `the ${field} change`
export const creationOf = (title: string) => `the creation of “${title}”`
export const deletionOf = (title: string) => `the deletion of “${title}”`
export const done = (subject: string) => `Undid ${subject}.`
export const notDone = (subject: string, failure: string) => `Couldn’t undo ${subject}. ${failure}`
export const nothing = "You have no changes to undo in this tab."
export const changedSince = "It has changed since. Choose between the two values."
