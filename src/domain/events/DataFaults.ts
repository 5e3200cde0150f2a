import { Predicate, type SchemaIssue } from "effect"
import { truncatedLine } from "../../shared/Quoted.ts"
import type { Rule } from "../../shared/words/Rules.ts"
import { type Fault, maxFaults, type Rejection } from "../Rejection.ts"

/** How much of an unknown key a rejection names. */
const maxKeyLength = 60

const isRule = (value: unknown): value is Rule => Predicate.isObject(value) && Predicate.isString(value.rule)

/** The rule that a schema or a filter names in its annotations. */
const ruleIn = (issue: SchemaIssue.Issue): Rule | undefined => {
  switch (issue._tag) {
    case "MissingKey":
      return { rule: "required" }
    case "UnexpectedKey":
      return { rule: "unknown" }
    case "Pointer":
    case "Composite":
    case "Encoding":
      return undefined
    default: {
      const annotations =
        issue._tag === "Filter"
          ? issue.filter.annotations
          : "annotations" in issue
            ? issue.annotations
            : issue.ast.annotations
      const rule = annotations?.rule
      return isRule(rule) ? rule : undefined
    }
  }
}

const labelOf = (key: PropertyKey): string => truncatedLine(String(key), maxKeyLength)

function* faultsIn(issue: SchemaIssue.Issue, key: string | null): Generator<Fault> {
  const rule = ruleIn(issue)
  if (rule !== undefined) yield { key, ...rule }
  else if (issue._tag === "Pointer") yield* faultsIn(issue.issue, key ?? labelOf(issue.path[0] ?? ""))
  else if ("issues" in issue) for (const each of issue.issues) yield* faultsIn(each, key)
  else if ("issue" in issue) yield* faultsIn(issue.issue, key)
  else yield { key, rule: "object" }
}

/** The rejection for the faults of `data`: the one at which reading ended, then others that `all` has. */
export const rejectionOf = (first: SchemaIssue.Issue, all?: SchemaIssue.Issue): Rejection => {
  const faults = new Map<string, Fault>()
  for (const fault of [...[...faultsIn(first, null)].slice(0, 1), ...(all === undefined ? [] : faultsIn(all, null))]) {
    faults.set(JSON.stringify(fault), fault)
  }
  return { code: "invalid_data", faults: [...faults.values()].slice(0, maxFaults) }
}
