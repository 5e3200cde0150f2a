export const changeOf = (field: string) => `the change of the ${field}`
export const creationOf = (title: string) => `the creation of “${title}”`
export const deletionOf = (title: string) => `the deletion of “${title}”`
export const done = (subject: string) => `Undone: ${subject}.`
export const notDone = (subject: string, hindrance: string) => `Not undone: ${subject}. ${hindrance}`
export const nothing = "There is nothing of yours to undo in this tab."
export const changedSince = "It was changed since; both values stand there for you to choose."
