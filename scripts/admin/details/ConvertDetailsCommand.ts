import { Effect, Option } from "effect"
import { Command } from "effect/cli"
import { changeText } from "../../../src/import/Differences.ts"
import { planDetails } from "../../../src/import/details/DescribedDetails.ts"
import { changesIn } from "../../../src/import/ImportPlan.ts"
import { stepsOfTeams } from "../../../src/import/PlanEvents.ts"
import { answerTo } from "../../../src/import/Questions.ts"
import { questionText } from "../../../src/import/UnattendedImport.ts"
import { convertedDetails } from "../../../src/shared/ChangeSetNames.ts"
import * as CommandOutput from "../CommandOutput.ts"
import { CommandFailed } from "../Failure.ts"
import * as ImportCommand from "../ImportCommand.ts"
import * as ImportQuestions from "../ImportQuestions.ts"
import { actingAdmin } from "../SampleCommand.ts"
import { withStrategy } from "../Services.ts"

/** The plan for all teams, with what would change and what is left as lines for people. */
const planned = Effect.fnUntraced(function* (
  state: Effect.Success<ReturnType<typeof ImportCommand.stateFor>>,
  given: Parameters<typeof planDetails>[1]
) {
  const { teams, contentsOf } = yield* ImportCommand.knownIn(state, undefined)
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
  return { changes, left, asked, steps }
})

const titled = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line.trimStart()}`)]

export const command = Command.make(
  "convert-details",
  {
    ...ImportCommand.runFlags,
    period: ImportQuestions.flags.period,
    dates: ImportQuestions.flags.dates
  },
  Effect.fnUntraced(function* ({ as, dryRun, yes, resume, period, dates }) {
    yield* withStrategy(
      Effect.gen(function* () {
        const user = yield* actingAdmin(as)
        const run = yield* ImportCommand.runFor(resume)
        const given = {
          ...(Option.isSome(dates) && { isDayFirst: dates.value === "dmy" }),
          periods: Option.getOrElse(period, () => ({}))
        }
        const { changes, left, asked, steps } = yield* planned(yield* ImportCommand.stateFor(run), given)
        yield* CommandOutput.printAside(
          [
            ...titled("Values of descriptions that become fields:", changes),
            ...titled("Left in descriptions:", left),
            ...titled("Answer by:", asked)
          ].join("\n")
        )
        if (dryRun || steps.length === 0) {
          return yield* CommandOutput.print({
            json: { run: null, changes, left, events: 0, refused: [] },
            text: steps.length === 0 ? "There is nothing to convert." : `${steps.length} edits would be made.`
          })
        }
        if (!yes && !(yield* ImportQuestions.confirmed(`Make ${steps.length} edits?`))) {
          return yield* new CommandFailed({ message: "Nothing was converted." })
        }
        yield* CommandOutput.printAside(`Run ${run}`)
        const { changed, refused } = yield* ImportCommand.send(run, convertedDetails, steps, user)
        yield* CommandOutput.print({
          json: { run, changes, left, events: steps.length, refused },
          text: [
            ...refused.map(({ title, reason }) => `Rejected: ${title}: ${reason}`),
            `Made ${changed} edits. To take them back: import --undo ${run}`
          ].join("\n")
        })
        yield* ImportCommand.requireNoneRefused(refused, steps)
      })
    )
  })
).pipe(
  Command.withDescription(
    "Moves owners, periods and parents that imports of 1.1 wrote into descriptions into fields that are empty: prints a plan, then asks"
  )
)
