import { Array, Cause, Formatter, Logger, Predicate, Record } from "effect"

const isError = Predicate.isError

const textOf = (part: unknown): string => {
  if (Predicate.isString(part)) return part
  return isError(part) ? part.message : Formatter.format(part)
}

/**
 * Formats a log entry as one line of JSON whose `message` is always a string, so that the field has one type in
 * collectors. Errors that are logged beside a text go to `cause`, with their stack. Members that would be empty are left out.
 */
const format = Logger.make<unknown, string>((options) => {
  const parts = Array.ensure(options.message)
  const texts = parts.filter((part) => !isError(part))
  const errors = parts.filter(isError)
  const causes = [...errors.map((error) => Cause.pretty(Cause.fail(error)))]
  const { annotations, spans, ...entry } = Logger.formatStructured.log(options)
  if (entry.cause !== undefined) causes.push(entry.cause)
  return Formatter.formatJson({
    ...entry,
    message: (texts.length > 0 ? texts : errors).map(textOf).join(" "),
    cause: causes.length > 0 ? causes.join("\n") : undefined,
    annotations: Record.isEmptyRecord(annotations) ? undefined : annotations,
    spans: Record.isEmptyRecord(spans) ? undefined : spans
  })
})

export const toOutput = Logger.withConsoleLog(format)

/** For messages about the process rather than from the service. */
export const toErrorOutput = Logger.withConsoleError(format)
