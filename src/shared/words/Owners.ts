import { folded } from "../NormalizedText.ts"

interface Person {
  readonly username: string
  readonly displayName: string | null
}

/** What people call a person. */
export const calledName = ({ username, displayName }: Person): string => displayName ?? username

/** The names by which an owner may be one of these people. */
export const namesOf = ({ username, displayName }: Person): ReadonlyArray<string> =>
  displayName === null ? [username] : [username, displayName]

/** Whether an owner is one of these people: by the display name or the username, whatever its case and accents. */
export const ownedBy = (people: ReadonlyArray<Person>): ((owner: string) => boolean) => {
  const names = new Set(people.flatMap(namesOf).map(folded))
  return (owner) => owner !== "" && names.has(folded(owner))
}
