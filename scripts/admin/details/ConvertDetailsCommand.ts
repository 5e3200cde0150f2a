import { Effect } from "effect"
import { Command } from "effect/cli"
import type { ImportResult } from "../../../src/client/SendSteps.ts"
import type { State } from "../../../src/domain/state/State.ts"
import { changeText } from "../../../src/import/Differences.ts"
import { planDetails } from "../../../src/import/details/DescribedDetails.ts"
import { changesIn } from "../../../src/import/ImportPlan.ts"
import { stepsOfTeams } from "../../../src/import/PlanEvents.ts"
import { answerTo } from "../../../src/import/Questions.ts"
import { questionText } from "../../../src/import/UnattendedImport.ts"
import { convertedDetails } from "../../../src/shared/ChangeSetNames.ts"
import { counted } from "../../../src/shared/words/Nouns.ts"
import * as ChangeSetRun from "../ChangeSetRun.ts"
import * as CommandOutput from "../CommandOutput.ts"
import { knownIn } from "../ImportCommand.ts"
import * as ImportQuestions from "../ImportQuestions.ts"
import { strategyCommand } from "../Services.ts"

/** The plan for all teams, with what would change and what is left as lines for people. */
const planned = Effect.fnUntraced(function* (state: State, given: Parameters<typeof planDetails>[1]) {
  const { teams, contentsOf } = yield* knownIn(state, undefined)
  const found = planDetails(
    teams.flatMap(({ id }) => contentsOf(id) ?? []),
    given
  )
  const questions = found.questions.filter((question) => answerTo(given, question) === undefined)
  const left = [
    ...found.notes.flatMap(({ text, rows }) => rows.map((row) => `${found.nameOf(row)}: ${text}`)),
    ...questions.flatMap(({ text, rows }) => rows.map((row) => `${found.nameOf(row)}: ${text}`))
  ]
  const changes = changesIn(found.plans).map(({ item, within, differences }) =>
    changeText(item.title, within, differences).replaceAll("\n", " ")
  )
  const asked = questions.map((question) => questionText({ ...question, rows: [] }))
  const { steps } = stepsOfTeams(found.plans, () => "", [], "set")
  // There is no text with rows.
  return { changes, left, asked, steps: steps.map((step) => ({ ...step, row: 0 })) }
})

const titled = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line.trimStart()}`)]

export const command = strategyCommand(
  "convert-details",
  {
    ...ChangeSetRun.flags,
    period: ImportQuestions.flags.period,
    dates: ImportQuestions.flags.dates
  },
  function* ({ period: periods = {}, dates, ...given }) {
    const { user, run, state } = yield* ChangeSetRun.begin(given)
    const answers = { ...(dates !== undefined && { isDayFirst: dates === "dmy" }), periods }
    const { changes, left, asked, steps } = yield* planned(state, answers)
    yield* CommandOutput.printAside(
      [
        ...titled("Values of descriptions that become fields:", changes),
        ...titled("Left in descriptions:", left),
        ...titled("Answer by:", asked)
      ].join("\n")
    )
    const plan = {
      ...({ run, user, name: convertedDetails, steps, json: { changes, left }, verb: "Make", past: "Made" } as const),
      what: counted(steps.length, "edit"),
      done: ({ changed }: ImportResult) => counted(changed, "edit")
    }
    yield* ChangeSetRun.carryOut(plan, given)
  }
).pipe(
  Command.withDescription(
    "Moves owners, periods and parents that imports of 1.1 wrote into descriptions into fields that are empty: prints a plan, then asks"
  )
)
