import { maxMarksInRow } from "../NormalForm.ts"

/** A rule that a value in an event's `data` may break. */
export type Rule =
  | { readonly rule: "required" | "unknown" | "text" | "one_line" | "no_controls" | "visible" | "marks" }
  | { readonly rule: "color" | "date" | "day" | "boolean" | "guid" | "guid_or_null" | "object" }
  | { readonly rule: "length"; readonly minimum: number; readonly maximum: number }
  | { readonly rule: "choice"; readonly choices: ReadonlyArray<string> }
  | { readonly rule: "number"; readonly minimum: number; readonly maximum: number }
  | { readonly rule: "whole_number"; readonly minimum: number; readonly maximum: number | null }
  | { readonly rule: "whole_number_or_null"; readonly minimum: number; readonly maximum: number }
  /** It names no group of the same objective, or no principle of the same team. */
  | { readonly rule: "not_in_parent"; readonly type: "group" | "principle" }
  /** A parent that does not live, or that is the objective itself or below it. */
  | { readonly rule: "no_objective" | "circle" }
  /** A start date after the due date, or a due date before the start. */
  | { readonly rule: "after_due" | "before_start" }
  /** Two dates in one event, or none. */
  | { readonly rule: "one_date" }
  | { readonly rule: "past_day"; readonly minimum: string; readonly maximum: string }
  /** Not among the latest check-ins, so many of which are kept. */
  | { readonly rule: "no_check_in"; readonly maximum: number }
  /** `target` equals `start`. */
  | { readonly rule: "equals_start" }
  /** Two of a check-in, one that is taken out and a correction in one event. */
  | { readonly rule: "two_forms" }

const texts: { readonly [R in Rule["rule"]]: (rule: Extract<Rule, { readonly rule: R }>) => string } = {
  required: () => "is required",
  unknown: () => "is not known here",
  text: () => "must be text",
  one_line: () => "must be on one line",
  no_controls: () => "must not contain control characters",
  visible: () => "must have a visible character",
  marks: () => `must not have more than ${maxMarksInRow} combining marks in a row`,
  color: () => "must be a colour of the form #rrggbb",
  date: () => "must be a calendar date of the form YYYY-MM-DD or null",
  day: () => "must be a calendar date of the form YYYY-MM-DD",
  no_objective: () => "does not name an objective",
  circle: () => "names the objective itself, or one that supports it",
  after_due: () => "must not be after the due date",
  before_start: () => "must not be before the start date",
  one_date: () => "must have either startDate or dueDate, each of which takes an event of its own",
  past_day: ({ minimum, maximum }) => `must be a day from ${minimum} to today, ${maximum}`,
  no_check_in: ({ maximum }) => `must be one of the latest ${maximum} check-ins of this measure`,
  boolean: () => "must be true or false",
  guid: () => "must be a GUID",
  guid_or_null: () => "must be a GUID or null",
  object: () => "must be an object",
  length: ({ minimum, maximum }) =>
    minimum === 0 ? `must have at most ${maximum} characters` : `must have ${minimum} to ${maximum} characters`,
  choice: ({ choices }) => `must be one of ${choices.join(", ")}`,
  number: ({ minimum, maximum }) => `must be a number between ${shortNumber(minimum)} and ${shortNumber(maximum)}`,
  whole_number: ({ minimum, maximum }) =>
    maximum === null ? `must be a whole number, ${minimum} or more` : `must be from ${minimum} to ${maximum}`,
  whole_number_or_null: ({ minimum, maximum }) => `must be a whole number from ${minimum} to ${maximum} or null`,
  not_in_parent: ({ type }) => `does not name a ${type} of the same ${type === "group" ? "objective" : "team"}`,
  equals_start: () => "must differ from start",
  two_forms: () => "must be only one of a check-in, a retract and a correction of the measure"
}

/** `1e15` */
const shortNumber = (value: number): string =>
  Math.abs(value) < 1e6 ? String(value) : value.toExponential().replace("+", "")

/** What a rule asks for, as the end of a sentence that begins with what it is asked of. */
export const ruleText = (rule: Rule): string => (texts[rule.rule] as (rule: Rule) => string)(rule)
