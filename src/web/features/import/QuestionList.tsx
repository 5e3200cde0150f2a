import { answerTo, type Question, withAnswer } from "../../../import/Questions.ts"
import type { ReadImport } from "../../../import/ReadImport.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { Choice } from "./Choice.tsx"
import type { ImportForm } from "./ImportForm.ts"
import * as texts from "./ImportTexts.ts"

const keyOf = ({ choice, about, answers }: Question): string => `${choice} ${about} ${[...answers].sort()}`

/** What the file leaves open and what was chosen instead, so that it can be chosen again. */
const ofFile = ({ opened }: ImportForm): ReadonlyArray<readonly [question: Question, answer: string | null]> => {
  const file = opened.value
  if (file === undefined) return []
  const { encoding, encodings, sheet, sheets, questions } = file
  const again = (choice: "encoding" | "sheet", text: string, answers: ReadonlyArray<string>): Question =>
    questions.find((one) => one.choice === choice) ?? { choice, about: "", text, rows: [], answers }
  return [
    ...(sheets.length > 1 ? [[again("sheet", texts.sheet, sheets), sheet] as const] : []),
    ...(encoding === null ? [] : [[again("encoding", texts.encoding, encodings), encoding] as const])
  ]
}

interface Props {
  readonly form: ImportForm
  readonly read: ReadImport
}

/** What the text does not tell, each with a list of answers; it stays when it is answered. */
export const QuestionList = ({ form, read }: Props) => {
  const { given, reopen, showStep } = form
  const answer = (question: Question, chosen: string): void => {
    const { choice } = question
    if (choice === "encoding" || choice === "sheet") void reopen({ [choice]: chosen })
    else given.value = withAnswer(given.peek(), question, chosen)
  }
  const asked = [
    ...ofFile(form),
    ...[...read.questions, ...read.answered]
      .toSorted((left, right) => keyOf(left).localeCompare(keyOf(right)))
      .map((question) => [question, answerTo(given.value, question) ?? null] as const)
  ]
  if (asked.length === 0) return null
  return (
    <section class="notice import-questions" aria-labelledby="import-questions">
      <h2 id="import-questions">
        <Icon name="warning" /> {texts.questions}
      </h2>
      <ul>
        {asked.map(([question, chosen]) => {
          const { choice, text, rows, answers } = question
          const label = (
            <>
              {text} {rows.length > 0 && <span class="quiet">{texts.inRows(rows)}</span>}
            </>
          )
          return (
            <li key={keyOf(question)}>
              {choice === "columns" ? (
                <>
                  {label}{" "}
                  <button type="button" class="small" onClick={() => showStep("columns")}>
                    {texts.changeColumns}
                  </button>
                </>
              ) : (
                <Choice
                  label={label}
                  value={chosen ?? answers[0] ?? ""}
                  options={answers.map((one) => [one, texts.answerText(choice, one)])}
                  onChoose={(next) => answer(question, next)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
