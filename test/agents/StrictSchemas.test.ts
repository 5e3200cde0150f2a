import { assert, layer } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Effect, Layer, Predicate } from "effect"
import { addUser, signIn, testServer } from "../support/TestServer.ts"
import { agent, tokenOf } from "./McpClient.ts"

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => Predicate.isObject(value) && !Array.isArray(value)

const types = ["object", "array", "string", "number", "integer", "boolean"]

/** What providers of models have refused in schemas of tools. */
const refusedKeys = ["anyOf", "oneOf", "allOf", "not", "$ref", "$defs", "format", "const", "nullable", "default"]

/** What a strict client would refuse in a schema; `isInput` of arguments, whose members are explained too. */
function* faultsIn(node: Node, at: string, isInput: boolean): Generator<string> {
  for (const key of refusedKeys) if (key in node) yield `${at}: ${key}`
  if (!types.includes(String(node.type))) yield `${at}: type ${JSON.stringify(node.type)}`
  if (node.type === "array") {
    if (isNode(node.items)) yield* faultsIn(node.items, `${at}[]`, isInput)
    else yield `${at}: no items`
  }
  if (node.type !== "object") return
  const members = isNode(node.properties) ? Object.entries(node.properties) : []
  if (members.length === 0) yield `${at}: no properties`
  if (isInput && node.additionalProperties !== false) yield `${at}: open`
  for (const [name, member] of members) {
    if (!isNode(member)) yield `${at}.${name}: no schema`
    else {
      if (isInput && !Predicate.isString(member.description)) yield `${at}.${name}: no description`
      yield* faultsIn(member, `${at}.${name}`, isInput)
    }
  }
}

layer(Layer.provideMerge(Layer.effectDiscard(addUser("ada", "admin")), testServer))("The schemas of tools", (it) => {
  it.effect("are those that every client takes, and short", () =>
    Effect.gen(function* () {
      const client = yield* agent(yield* tokenOf(yield* signIn("ada"), "read"))
      const { tools } = yield* Effect.promise(() => client.listTools())
      const ajv = new Ajv2020({ strict: true, allErrors: true })
      for (const { name, inputSchema, outputSchema } of tools) {
        assert.deepStrictEqual([...faultsIn(inputSchema, name, true)], [])
        assert.deepStrictEqual([...faultsIn(outputSchema ?? {}, `${name} answers`, false)], [])
        ajv.compile(inputSchema)
        ajv.compile(outputSchema ?? {})
      }
      assert.isBelow(JSON.stringify(tools).length, 33_500)
    })
  )
})
