import { Context, Effect, Predicate, Schema } from "effect"
import { McpSchema, McpServer } from "effect/ai"
import { strict } from "./arguments/StrictSchema.ts"
import { argumentsOf } from "./arguments/ToolArguments.ts"
import { CallNote } from "./Caller.ts"
import { refused, type ToolRefused } from "./ToolRefused.ts"
import type { ServedTool } from "./tools/Definition.ts"

/** The value without members that are null. */
const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!Predicate.isObject(value)) return value
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]))
}

const answered = (structuredContent: unknown) =>
  new McpSchema.CallToolResult({
    isError: false,
    structuredContent,
    content: [{ type: "text", text: JSON.stringify(structuredContent) }]
  })

const refusal = ({ message }: ToolRefused) =>
  new McpSchema.CallToolResult({ isError: true, content: [{ type: "text", text: message }] })

const failed = refused(
  "Something went wrong on our side. Tell the user, and look with get_changes before you repeat a change."
)

const registered = ({ definition, handle }: ServedTool): Parameters<McpServer.McpServer["Service"]["addTool"]>[0] => {
  const { name, title, description, hints, parameters, answer } = definition
  const { schema, read } = argumentsOf(parameters)
  const encode = Schema.encodeUnknownEffect(answer)
  const { readOnly, destructive, idempotent } = hints
  const run = Effect.fnUntraced(function* (sent: unknown) {
    const value = yield* handle(yield* Effect.fromResult(read(sent)))
    return answered(withoutNulls(yield* Effect.orDie(encode(value))))
  })
  return {
    tool: new McpSchema.Tool({
      ...{ name, title, description },
      inputSchema: { ...schema, type: "object" },
      outputSchema: { ...strict(answer), type: "object" },
      annotations: {
        ...{ title, readOnlyHint: readOnly, destructiveHint: destructive, idempotentHint: idempotent },
        // Nothing outside of this service is reached.
        openWorldHint: false
      }
    }),
    annotations: Context.empty(),
    handle: (sent) =>
      run(sent).pipe(
        Effect.catchTag("ToolRefused", (error) => Effect.succeed(refusal(error))),
        Effect.catchDefect((defect) => Effect.as(Effect.logError(`The tool ${name} failed.`, defect), refusal(failed))),
        Effect.tap(({ isError = false }) => Effect.map(CallNote, (note) => note(name, isError)))
      )
  }
}

/** Registers tools with the server of the protocol. */
export const register = Effect.fnUntraced(function* (tools: ReadonlyArray<ServedTool>) {
  const server = yield* McpServer.McpServer
  for (const tool of tools) yield* server.addTool(registered(tool))
})
