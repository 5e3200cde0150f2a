import { Effect, Stdio } from "effect"
import { Flag, Prompt } from "effect/cli"
import { type Column, columnNamed, columns, forms } from "../../src/import/Columns.ts"
import { type ExistingChoice, existingChoices } from "../../src/import/Differences.ts"
import { openFile } from "../../src/import/ImportFile.ts"
import type { Question } from "../../src/import/Questions.ts"
import {
  columnsFault,
  differingIn,
  type ImportOptions,
  questionText,
  readUnattended,
  summaryOf
} from "../../src/import/UnattendedImport.ts"
import type { Answers } from "../../src/import/values/Answers.ts"
import * as CommandOutput from "./CommandOutput.ts"
import { failed, wrongUsage } from "./Failure.ts"
import { readFile } from "./FileInput.ts"
import { literal, optionalText, orUndefined } from "./Flags.ts"

const words = (name: string, description: string) =>
  orUndefined(Flag.KeyValuePair(name).pipe(Flag.withDescription(description)))

/** What answers the questions of an import. */
export const flags = {
  team: optionalText("team", "The team, by name or id, for rows that name none"),
  existing: literal(
    "existing",
    existingChoices,
    "What becomes of differing values of what exists: leave them (default), check-in with new values of measures, or set all"
  ),
  decimal: literal("decimal", [".", ","], "The decimal sign of its numbers"),
  dates: literal("dates", ["dmy", "mdy"], "Whether 3/4/2027 is in April (dmy) or in March (mdy)"),
  columns: optionalText("columns", "What each column holds, such as title,dueDate,ignored"),
  status: words("status", "What a word for a status means, such as 'on hold=at_risk'; may be repeated"),
  type: words("type", "What a word for a type means, such as Spike=initiative; may be repeated"),
  unit: words("unit", "The unit of measures whose figures have several, such as 'days / weeks=days'; may be repeated"),
  period: words(
    "period",
    "The year of a period that names none, such as Q1=2027, or the first month of a fiscal year, such as FY27=2026-04; may be repeated"
  ),
  form: literal("form", forms, "How a text is separated"),
  encoding: optionalText("encoding", "The encoding of a text, such as windows-1250"),
  sheet: optionalText("sheet", "The sheet of a workbook")
}

type Flags = { readonly [K in keyof typeof flags]: (typeof flags)[K] extends Flag.Flag<infer A> ? A : never }

/** The columns that a list names. */
const columnsNamed = Effect.fnUntraced(function* (text: string) {
  return yield* Effect.forEach(text.split(","), (part) => {
    const name = part.trim()
    const known = columns.find((one) => one === name) ?? columnNamed(name)
    if (known !== "ignored" || name === "ignored" || name === "") return Effect.succeed<Column>(known)
    return wrongUsage(`No such column: “${name}”. Choose from ${columns.join(", ")}.`)
  })
})

export const optionsFrom = Effect.fnUntraced(function* (given: Flags) {
  const { columns, ...others } = given
  return {
    ...others,
    columns: columns === undefined ? undefined : yield* columnsNamed(columns)
  } satisfies ImportOptions
})

const isTerminal = Stdio.Stdio.use(({ stdinIsTerminal }) => stdinIsTerminal)

/** Asks on the terminal, which must be there. */
export const confirmed = Effect.fnUntraced(function* (message: string) {
  if (yield* isTerminal) return yield* Prompt.Confirm({ message })
  return yield* wrongUsage("There is no terminal to ask on: use --yes or --dry-run.")
})

const choose = <A extends string>(message: string, choices: ReadonlyArray<readonly [value: A, title: string]>) =>
  Prompt.Select({ message, choices: choices.map(([value, title]) => ({ value, title })) })

/** The options with the answer to a question, as the option on the command line gives it. */
const withAnswer = Effect.fnUntraced(function* (options: ImportOptions, { choice, about }: Question, answer: string) {
  if (choice === "columns") return { ...options, columns: yield* columnsNamed(answer) }
  const before = options[choice]
  const value = about === "" ? answer : { ...(typeof before === "object" ? (before as Answers) : {}), [about]: answer }
  return { ...options, [choice]: value } as ImportOptions
})

type Known = Parameters<typeof readUnattended>[3]

const opened = Effect.fnUntraced(function* (bytes: Uint8Array<ArrayBuffer>, options: ImportOptions, known: Known) {
  const file = yield* Effect.promise(() => openFile(bytes, options))
  if ("refusal" in file) return yield* failed(file.refusal)
  const read = readUnattended(file.text, file.given, options, known)
  const refusal = read.refusal || columnsFault(options, read)
  if (refusal) return yield* failed(refusal)
  return { read, questions: [...file.questions, ...read.questions] }
})

/** What becomes of differing values that no option decides about. */
const existingFor = Effect.fnUntraced(function* (
  { existing }: ImportOptions,
  { all, checkIns }: ReturnType<typeof differingIn>,
  mayAsk: boolean
) {
  const left: ExistingChoice = "leave"
  if (existing !== undefined || all === 0) return existing ?? left
  if (!mayAsk) {
    yield* CommandOutput.printAside(
      `They are left. To take them: --existing check-in (${checkIns} of ${all}) | --existing set (${all})`
    )
    return left
  }
  return yield* choose<ExistingChoice>(`${all} values of what exists differ`, [
    ["leave", "Leave them"],
    ["check-in", `Check in with the new values of measures (${checkIns})`],
    ["set", `Set all (${all})`]
  ])
})

/** Reads a file, asks what it does not tell if there is a terminal, and prints the plan. Open questions end an import with `yes`. */
export const answered = Effect.fnUntraced(function* (
  path: string,
  given: ImportOptions,
  known: Known,
  { dryRun, yes }: { readonly dryRun: boolean; readonly yes: boolean }
) {
  const bytes = Uint8Array.from(yield* readFile("file", path))
  const mayAsk = !dryRun && !yes && (yield* isTerminal)
  let options = given
  let { read, questions } = yield* opened(bytes, options, known)
  while (mayAsk && questions[0] !== undefined) {
    const [question] = questions
    const answer = yield* choose(
      questionText(question).split("\n")[0]!.trim(),
      question.answers.map((each) => [each, each] as const)
    )
    options = yield* withAnswer(options, question, answer)
    const next = yield* opened(bytes, options, known)
    // What was answered is not asked again.
    questions = next.questions.filter(({ choice, about }) => choice !== question.choice || about !== question.about)
    read = next.read
  }
  yield* CommandOutput.printAside(summaryOf(read))
  if (questions.length > 0) {
    yield* CommandOutput.printAside(["Unclear:", ...questions.map(questionText)].join("\n"))
    if (!dryRun) {
      return yield* failed("Nothing was imported: answer what is unclear by the options above.")
    }
  }
  return { read, existing: yield* existingFor(options, differingIn(read), mayAsk) }
})
