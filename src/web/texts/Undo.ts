/** Nouns of fields without a row. */
const otherNouns: Readonly<Record<string, string>> = {
  position: "place",
  placement: "place",
  principle: "link",
  definition: "measure"
}

export const undo = {
  /** `noun` is that of the field's row. */
  changeOf: (name: string, noun: string | undefined) => `the change of the ${otherNouns[name] ?? noun ?? name}`,
  creationOf: (title: string) => `the creation of “${title}”`,
  deletionOf: (title: string) => `the deletion of “${title}”`,
  done: (subject: string) => `Undone: ${subject}.`,
  notDone: (subject: string, hindrance: string) => `Not undone: ${subject}. ${hindrance}`,
  nothing: "There is nothing of yours to undo in this tab.",
  changedSince: "It was changed since; both values stand there for you to choose."
}
