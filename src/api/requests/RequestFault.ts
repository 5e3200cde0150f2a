import { type Schema, SchemaAST, type SchemaIssue } from "effect"
import { truncatedLine } from "../../shared/Quoted.ts"
import { instead, maxNamed } from "../../shared/words/Choices.ts"
import type { BadRequest } from "../Errors.ts"

/** The first fault of a request: where it is, and what must be there. */
export interface RequestFault {
  readonly path: ReadonlyArray<string>
  readonly code: BadRequest["code"]
  /** What follows the field in a sentence. */
  readonly predicate: string
  /** The values, or for an unknown member the names, that are known there. */
  readonly choices: ReadonlyArray<string>
}

/** What one of our schemas or checks says of values that it refuses; the framework's own messages are not shown. */
const messageIn = (annotations: Schema.Annotations.Annotations | undefined): string | undefined =>
  typeof annotations?.message === "string" ? annotations.message : undefined

/** The message of a schema, or of the first of its alternatives that has one, as of an optional member. */
const messageOf = (ast: SchemaAST.AST): string | undefined =>
  messageIn(ast.annotations) ??
  (SchemaAST.isUnion(ast) ? ast.types.map(({ annotations }) => messageIn(annotations)).find(Boolean) : undefined)

const memberNames = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []

const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  SchemaAST.isUnion(ast) ? ast.types.flatMap((type) => (SchemaAST.isLiteral(type) ? [String(type.literal)] : [])) : []

export const firstFault = (
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<string> = [],
  message?: string
): RequestFault => {
  const invalid = (text: string | undefined, choices: ReadonlyArray<string> = []): RequestFault => ({
    ...{ path, code: "invalid_value", choices },
    predicate: message ?? text ?? (choices.length > 0 ? "is not a value that is known here" : "has the wrong type")
  })
  switch (issue._tag) {
    case "MissingKey":
      return { path, code: "missing_member", predicate: "is missing", choices: [] }
    case "UnexpectedKey":
      return {
        ...{ path, code: "unknown_member", predicate: "is not a member that is known here" },
        choices: memberNames(issue.ast)
      }
    case "Pointer":
      return firstFault(issue.issue, [...path, ...issue.path.map(String)], message)
    case "Encoding":
      return firstFault(issue.issue, path, message)
    case "Filter":
      return firstFault(issue.issue, path, message ?? messageIn(issue.filter.annotations))
    case "Composite":
    case "AnyOf": {
      const [first] = issue.issues
      if (first !== undefined) return firstFault(first, path, message)
      const [own, choices] = [messageOf(issue.ast), literalsOf(issue.ast)]
      // A message of the schema's own names a few values itself.
      return invalid(own, own === undefined || choices.length > maxNamed ? choices : [])
    }
    default:
      return invalid(messageIn("annotations" in issue ? issue.annotations : issue.ast.annotations))
  }
}

/** `events.0.data` */
export const fieldOf = ({ path }: RequestFault): string => path.map((key) => truncatedLine(key, 100)).join(".")

/** "limt is not a member that is known here; send offset or limit". `given` is the value at fault, where it is known. */
export const faultClause = (fault: RequestFault, given?: unknown): string => {
  const { path, code, predicate, choices } = fault
  return `${fieldOf(fault)} ${predicate}${instead(code === "unknown_member" ? path.at(-1) : given, choices)}`
}
