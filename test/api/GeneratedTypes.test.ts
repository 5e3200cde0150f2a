import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Predicate } from "effect"
import { OpenApi } from "effect/http-api"
import { Api } from "../../src/api/Api.ts"
import { type ExampleSubmission, exampleOf, otherForms } from "../../src/api/document/ExampleSubmissions.ts"
import { nameOf } from "../../src/api/document/Submissions.ts"
import { EventType } from "../../src/domain/Event.ts"

const document = OpenApi.fromApi(Api)

const root = join(import.meta.dirname, "../..")

const node = (args: ReadonlyArray<string>, input = "") =>
  execFileSync(process.execPath, args, { cwd: root, input, encoding: "utf8", maxBuffer: 1 << 26 })

type Data = Readonly<Record<string, unknown>>

const examples: ReadonlyArray<ExampleSubmission> = [
  ...EventType.literals.flatMap((eventType) => exampleOf(eventType) ?? []),
  ...Object.values(otherForms)
]

const misspelt = (object: Data): ReadonlyArray<Data> =>
  Object.keys(object).map((key) =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name === key ? `${name}s` : name, value]))
  )

const ofWrongType = (object: Data): ReadonlyArray<Data> =>
  Object.keys(object).map((key) => ({ ...object, [key]: [true] }))

/** Payloads that must not compile: each with a misspelt key, an additional key, or a value of a wrong type. */
const mistaken = ({ eventType, targetId, data }: ExampleSubmission): ReadonlyArray<Data> => {
  const envelope = { eventType, targetId, data }
  return [
    ...[...misspelt(data), ...ofWrongType(data), { ...data, surprise: 1 }].map((data) => ({ ...envelope, data })),
    ...misspelt(targetId === null ? { eventType, data } : envelope),
    ...ofWrongType(envelope)
  ]
}

/** The keys in all forms of an event type's data, by the document. */
const documentedKeys = (eventType: EventType): ReadonlyArray<string> => {
  const schema: unknown = document.components.schemas[nameOf(eventType)]
  const read = (value: unknown, key: string): unknown =>
    Predicate.isObject(value) ? Reflect.get(value, key) : undefined
  const data = read(read(schema, "properties"), "data")
  const forms = read(data, "anyOf")
  return (Array.isArray(forms) ? forms : [data]).flatMap((form) => Object.keys(read(form, "properties") ?? {}))
}

describe("types that openapi-typescript makes of the document", () => {
  it("accept each of the payloads, and none with a mistake", () => {
    for (const eventType of EventType.literals) {
      const shown = examples.filter((one) => one.eventType === eventType).flatMap(({ data }) => Object.keys(data))
      const missing = documentedKeys(eventType).filter((key) => !["id", "asOf"].includes(key) && !shown.includes(key))
      assert.deepStrictEqual(missing, [], eventType)
    }
    const folder = mkdtempSync(join(tmpdir(), "openapi-types-"))
    try {
      writeFileSync(join(folder, "types.ts"), node(["test/api/typesProcess.ts"], JSON.stringify(document)))
      const line = (submission: unknown, index: number, name: string) =>
        `export const ${name}${index}: Submission = ${JSON.stringify(submission)}`
      const wrong = examples.flatMap(mistaken)
      assert.isAbove(wrong.length, 4 * EventType.literals.length)
      const client = [
        'import type { components } from "./types.ts"',
        'type Submission = components["schemas"]["SubmitEventRequest"]',
        ...examples.map((example, index) => line(example, index, "right")),
        ...wrong.map((submission, index) => `// @ts-expect-error\n${line(submission, index, "wrong")}`)
      ]
      writeFileSync(join(folder, "client.ts"), client.join("\n"))
      const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"]
      const options = [
        "--noEmit",
        "--singleThreaded",
        "--allowImportingTsExtensions",
        "--module",
        "nodenext",
        "--target",
        "es2024",
        "--ignoreConfig"
      ]
      node(["node_modules/typescript/bin/tsc", ...strict, ...options, join(folder, "client.ts")])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
