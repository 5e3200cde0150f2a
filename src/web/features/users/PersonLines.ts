import { displayNameLength, maxInvited, usernameLength } from "../../../shared/Limits.ts"
import { normalized } from "../../../shared/NormalForm.ts"
import { characterCount } from "../../parts/dialogs/NewPassword.ts"
import { people as texts } from "./InvitationTexts.ts"

/** A person as a line of a list names them. */
export interface PersonLine {
  /** Counted from one. */
  readonly line: number
  readonly username: string
  /** Null where the line has a username only. */
  readonly displayName: string | null
  /** Why this person cannot be invited; empty otherwise. */
  readonly error: string
}

/** How usernames write what has no sign over a letter. */
const letters: Readonly<Record<string, string>> = {
  ...{ ä: "ae", ö: "oe", ü: "ue", ß: "ss", æ: "ae", ø: "o", œ: "oe", å: "a", ł: "l", đ: "d", ð: "d", þ: "th" }
}

/** Longer texts, which no line of a person has, stay as they are. */
const inForm = (text: string, form: "NFC" | "NFD" | "NFKC"): string => normalized(text, form, 1000) ?? text

const withoutSigns = (text: string): string =>
  inForm(
    inForm(text, "NFKC")
      .toLowerCase()
      .replace(/[äöüßæøœåłđðþ]/gu, (letter) => letters[letter] ?? letter),
    "NFD"
  ).replace(/(?<=\p{Script=Latin})\p{M}+/gu, "")

/** "anna.mueller" for "Anna Müller" */
export const usernameFor = (name: string): string =>
  inForm(withoutSigns(name), "NFC")
    .replace(/[’']/gu, "")
    .replace(/[^\p{L}\p{N}\p{M}_-]+/gu, ".")
    .replace(/^[.-]+|[.-]+$/gu, "")

/** Usernames that the server takes for the same have the same key. */
const keyOf = (username: string): string => inForm(username, "NFKC").toUpperCase().toLowerCase()

type Named = Pick<PersonLine, "username" | "displayName">

const address = /<?([^\s<>;,]+)@[^\s<>;,]+>?/u

const withoutQuotes = (text: string): string => text.trim().replace(/^"(.*)"$/u, "$1")

/** "Anna Müller" for "Müller, Anna" */
const inOrder = (name: string): string => name.replace(/^([^,]+),\s*([^,]+)$/u, "$2 $1")

/** The name and the username, in the order in which a line has them; a name has a space. */
const namedBy = (first: string, second: string): Named =>
  first.includes(" ") && !second.includes(" ")
    ? { username: second, displayName: first }
    : { username: first, displayName: second }

/** What a line without an address names. */
const namedIn = (text: string): Named => {
  const [first = "", second = ""] = text.split(/[;\t]/u).map(withoutQuotes)
  if (first !== "" && second !== "") return namedBy(first, second)
  // With a comma it is a username and a name, or a last name and the others.
  const [, one = "", other = ""] = /^([^,]+),\s*([^,]+)$/u.exec(text) ?? []
  if (one.includes(" ") !== other.includes(" ") && /[._\d]/u.test(text)) return namedBy(one, other)
  const name = inOrder(first === "" ? second : first)
  return name.includes(" ") ? { username: usernameFor(name), displayName: name } : { username: name, displayName: null }
}

const personOf = (text: string): Named => {
  const mail = address.exec(text)
  if (mail === null) return namedIn(text)
  const name = inOrder(withoutQuotes(text.replace(mail[0], "").replace(/^[\s;,]+|[\s;,]+$/gu, "")))
  return { username: usernameFor(mail[1] ?? ""), displayName: name === "" ? null : name }
}

const errorOf = ({ username, displayName }: Named, isTaken: boolean, earlier: number | undefined): string => {
  if (username === "") return texts.noUsername
  if (characterCount(username) > usernameLength) return texts.longUsername
  if (characterCount(displayName ?? "") > displayNameLength) return texts.longName
  if (isTaken) return texts.taken
  return earlier === undefined ? "" : texts.twice(earlier)
}

/**
 * The people of a list with one a line: a name, a username, both with a semicolon or a tab between them, or what mail programs
 * write. `usernames` exist already.
 */
export const peopleOf = (text: string, usernames: ReadonlyArray<string>): ReadonlyArray<PersonLine> => {
  const existing = new Set(usernames.map(keyOf))
  const lines = new Map<string, number>()
  return text
    .replaceAll(/>[^\S\n]*[;,](?=[^\n]*@)/gu, ">\n")
    .split(/\r?\n/u)
    .flatMap((content, index) => {
      if (content.trim() === "") return []
      const person = personOf(content.trim().replace(/\s{2,}/gu, (space) => (space.includes("\t") ? "\t" : " ")))
      const key = keyOf(person.username)
      const error = errorOf(person, existing.has(key), lines.get(key))
      if (!lines.has(key)) lines.set(key, index + 1)
      return [{ line: index + 1, ...person, error }]
    })
}

/** Why the list as a whole cannot be sent; empty otherwise. */
export const listError = (people: ReadonlyArray<PersonLine>): string => {
  if (people.length === 0) return texts.nobody
  if (people.length > maxInvited) return texts.tooMany
  return people.some(({ error }) => error !== "") ? texts.someWrong : ""
}
