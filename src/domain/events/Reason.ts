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

/** How many faults a reason names at most. */
const maxFaults = 5

const faultsIn = (issue: SchemaIssue.Issue): ReadonlyArray<string> =>
  format(issue).issues.flatMap(({ message, path }) => {
    const key = path?.[0]
    if (key === undefined) return []
    const label = String(typeof key === "object" ? key.key : key)
    return [`${message === unknownKey ? quoted(label) : label} ${message}`]
  })

/** The first fault of `data` as a phrase to store and show, such as `title must have 1 to 250 characters`. */
export const fromIssue = (issue: SchemaIssue.Issue): string => faultsIn(issue)[0] ?? "data must be an object"

/** The faults of `data`: the one at which reading ended, then others that `all` has, with semicolons between them. */
export const fromIssues = (first: SchemaIssue.Issue, all: SchemaIssue.Issue): string =>
  [...new Set([fromIssue(first), ...faultsIn(all)])].slice(0, maxFaults).join("; ")
