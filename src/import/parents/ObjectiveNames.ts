import { searchable } from "../../shared/NormalizedText.ts"

/** An objective that a text can name. */
export interface NamedObjective {
  /** Empty for one that does not exist yet. */
  readonly id: string
  readonly title: string
  readonly team: string
  /** Its place among the objectives of its team, from 1. */
  readonly number: number
  /** The keys by which rows name it. */
  readonly keys: ReadonlyArray<string>
  /** What rows say themselves is meant before what exists elsewhere. */
  readonly isInFile: boolean
}

type Names = (one: NamedObjective) => ReadonlyArray<string>

const numbered = ({ number, title }: NamedObjective): string => `${number}. ${title}`

/** What names an objective, in order: a later form counts where no earlier one finds any. */
const forms: ReadonlyArray<Names> = [
  ({ id, keys }) => [...(id === "" ? [] : [id]), ...keys],
  ({ title }) => [title],
  // Within a team the number and the title are enough, as in references to principles.
  (one) => [`\n${one.team}\n${numbered(one)}`],
  ({ team, title }) => [`${team}: ${title}`],
  (one) => [`${one.team}: ${numbered(one)}`],
  ({ team, title }) => [`\n${searchable(title)}`, `\n${searchable(`${team}: ${title}`)}`]
]

/** Finds the objectives of a file and of the service by what texts call them. */
export const objectiveNames = <A extends NamedObjective>(all: ReadonlyArray<A>) => {
  const indexed = (list: ReadonlyArray<A>) =>
    forms.map((names) => {
      const index = new Map<string, Array<A>>()
      for (const one of list)
        for (const name of names(one)) {
          const known = index.get(name)
          if (known === undefined) index.set(name, [one])
          else known.push(one)
        }
      return index
    })
  const indexes = [...indexed(all.filter(({ isInFile }) => isInFile)), ...indexed(all)]
  /** Those that a text in the row of `from` names: one, none, or several that it could be. */
  const find = (from: A, text: string): ReadonlyArray<A> => {
    const written = [text, `\n${from.team}\n${text}`, `\n${searchable(text)}`]
    for (const index of indexes) {
      const found = new Set(written.flatMap((one) => index.get(one) ?? []))
      found.delete(from)
      if (found.size > 0) return [...found]
    }
    return []
  }
  return {
    find,
    /** The shortest text by which `find` finds this one alone; its id where there is none. */
    nameOf: (from: A, one: A): string =>
      [one.title, numbered(one), `${one.team}: ${one.title}`, `${one.team}: ${numbered(one)}`].find((text) => {
        const [found, ...others] = find(from, text)
        return found === one && others.length === 0
      }) ?? one.id
  }
}
