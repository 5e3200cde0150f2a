import { type Parts, read, write } from "./Parts.ts"

/** A change of one part's text; fails if the text is not there. */
interface Break {
  readonly part: string
  readonly from: string | RegExp
  readonly to: string
}

const textOf = (parts: Parts, name: string): string => {
  const content = parts.get(name)
  if (typeof content !== "string") throw new Error(`no text in ${name}`)
  return content
}

export const breakText = (parts: Parts, { part, from, to }: Break): void => {
  const content = textOf(parts, part)
  const broken = content.replace(from, to)
  if (broken === content) throw new Error(`${part} has no ${from}`)
  parts.set(part, broken)
}

/** A deck with changed parts, packed as before. */
export const broken = async (deck: Uint8Array, change: (parts: Parts) => void | Promise<void>): Promise<Uint8Array> => {
  const parts = read(deck)
  await change(parts)
  return write(parts)
}
