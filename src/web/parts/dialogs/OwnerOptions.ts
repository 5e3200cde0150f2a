import { folded, queryWords } from "../../../shared/NormalizedText.ts"
import { calledName, namesOf, ownedBy } from "../../../shared/words/Owners.ts"
import { isVisible } from "../../../shared/words/VisibleText.ts"
import * as texts from "../../texts/SharedTexts.ts"

interface Person {
  readonly username: string
  readonly displayName: string | null
}

/** An owner to choose. */
export interface OwnerOption {
  /** Empty for nobody. */
  readonly owner: string
  /** Says who it is, beside the name. */
  readonly hint: string
  /** Whether it is what was typed, and no known name. */
  readonly isNew: boolean
}

interface Choices {
  readonly people: ReadonlyArray<Person>
  /** The user's username. */
  readonly own: string | undefined
  /** The owners that there are. */
  readonly used: Iterable<string>
  readonly owner: string
  readonly typed: string
}

/** How many names are offered; typing finds the others. */
const maxNames = 50

const maxWords = 10

const byName = (one: string, other: string): number => one.localeCompare(other)

const hintOf = ({ username, displayName }: Person, own: string | undefined): string =>
  username === own ? texts.owners.you : displayName === null ? "" : username

/**
 * Whom one can choose: the user, other people, other owners that there are, then what was typed. Each word typed has to
 * begin a word of the name or the username.
 */
export const ownerOptions = ({ people, own, used, owner, typed }: Choices): ReadonlyArray<OwnerOption> => {
  const words = queryWords(typed, maxWords)
  const isFound = (text: string): boolean => {
    const all = folded(text)
    return words.every((word) => all.includes(` ${word}`))
  }
  const isPerson = ownedBy(people)
  const others = new Set([...used].filter((name) => name !== "" && !isPerson(name)))
  const names = [
    ...people
      .filter((person) => isFound(namesOf(person).join(" ")))
      .map((person) => ({ owner: calledName(person), hint: hintOf(person, own), isOwn: person.username === own }))
      .sort((one, other) => Number(other.isOwn) - Number(one.isOwn) || byName(one.owner, other.owner)),
    ...[...others]
      .filter(isFound)
      .sort(byName)
      .map((name) => ({ owner: name, hint: "" }))
  ].slice(0, maxNames)
  const text = isVisible(typed) ? typed.trim() : ""
  const isKnown = names.some((name) => folded(name.owner) === folded(text))
  return [
    ...(text === "" && owner !== "" ? [{ owner: "", hint: "", isNew: false }] : []),
    ...names.map(({ owner, hint }) => ({ owner, hint, isNew: false })),
    ...(text === "" || isKnown ? [] : [{ owner: text, hint: "", isNew: true }])
  ]
}
