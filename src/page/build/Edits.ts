import { parseSync, Visitor, type VisitorObject } from "vite"

/** A text that replaces a range of the code. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Visits every node of a module. Throws if the module is not valid. */
export const visit = (code: string, visitor: VisitorObject): void => {
  const { program, errors } = parseSync("chunk.js", code, { showSemanticErrors: true })
  if (errors[0] !== undefined) throw new Error(errors[0].message)
  new Visitor(visitor).visit(program)
}

/** The code after edits that do not overlap. */
export const edited = (code: string, edits: ReadonlyArray<Edit>): string => {
  const pieces: Array<string> = []
  let done = 0
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    pieces.push(code.slice(done, start), text)
    done = end
  }
  return pieces.join("") + code.slice(done)
}
