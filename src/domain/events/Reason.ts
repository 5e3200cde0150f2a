import { SchemaIssue } from "effect"
import { quoted } from "../../shared/Quoted.ts"

export const unknownKey = "is not known here"

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    switch (issue._tag) {
      case "MissingKey":
        return "is required"
      case "UnexpectedKey":
        return unknownKey
      default:
        return SchemaIssue.defaultLeafHook(issue)
    }
  }
})

/** The first fault of `data` as a sentence to store and show, such as `title must have 1 to 250 characters`. */
export const fromIssue = (issue: SchemaIssue.Issue): string => {
  const first = format(issue).issues[0]
  const key = first?.path?.[0]
  if (first === undefined || key === undefined) return "data must be an object"
  const label = String(typeof key === "object" ? key.key : key)
  return `${first.message === unknownKey ? quoted(label) : label} ${first.message}`
}
