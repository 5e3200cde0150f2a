import { assert } from "@effect/vitest"
import { Schema } from "effect"
import { call } from "../../../scripts/support/Calls.ts"

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const idsIn = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.flatMap((item) => (isObject(item) && typeof item.id === "string" ? [item.id] : [])) : []

const listOf = (body: unknown, name: string): unknown => (isObject(body) ? body[name] : undefined)

/** All views of the present and the whole history, by path, as a client sees them. */
export const shown = async (url: string, token: string): Promise<ReadonlyMap<string, unknown>> => {
  const found = new Map<string, unknown>()
  const read = async (path: string): Promise<unknown> => {
    const answer = await call(url, token, path)
    assert.strictEqual(answer.status, 200, path)
    const body: unknown = await answer.json()
    found.set(path, body)
    return body
  }
  await read("/api/overview")
  for (const team of idsIn(await read("/api/teams"))) {
    for (const id of idsIn(listOf(await read(`/api/teams/${team}/principles`), "principles"))) {
      await read(`/api/principles/${id}`)
    }
    for (const id of idsIn(listOf(await read(`/api/teams/${team}/objectives`), "objectives"))) {
      await read(`/api/objectives/${id}`)
      await read(`/api/history/entity/${id}`)
    }
  }
  for (let from: unknown; from !== null; ) {
    from = listOf(await read(`/api/history/all?limit=200${from === undefined ? "" : `&from=${from}`}`), "nextFrom")
  }
  return found
}

const History = Schema.Struct({
  entries: Schema.Array(Schema.Struct({ sequenceNumber: Schema.Int, status: Schema.String }))
})

/** The entries of the whole history among the views, the earliest first. */
export const entriesOf = (views: ReadonlyMap<string, unknown>) =>
  [...views]
    .filter(([path]) => path.startsWith("/api/history/all"))
    .flatMap(([, body]) => Schema.decodeUnknownSync(History)(body).entries)
    .reverse()

/** Sentences, which version 2 makes of facts in other words. */
const reworded: ReadonlySet<string> = new Set(["description", "rejectionReason"])

const withoutReworded = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutReworded)
  if (!isObject(value)) return value
  const members = Object.entries(value).filter(([name]) => !("eventType" in value && reworded.has(name)))
  return Object.fromEntries(members.map(([name, each]) => [name, withoutReworded(each)]))
}

/** What an objective could not be doubted for in version 1. */
const newerDoubt = "worse_than_start"

/** A newer answer without the members that it has beside those of the earlier one. */
const reduced = (later: unknown, earlier: unknown): unknown => {
  if (Array.isArray(later) && Array.isArray(earlier)) {
    const known = later.filter((item) => item !== newerDoubt || earlier.includes(item))
    return known.map((item, index) => reduced(item, earlier[index]))
  }
  if (!isObject(later) || !isObject(earlier)) return later
  return Object.fromEntries(
    Object.entries(later).flatMap(([name, value]) => {
      // Version 1 rounded per cents to the nearest; they are rounded down since.
      if (/percent$/i.test(name) && Number(value) + 1 === earlier[name]) return [[name, earlier[name]]]
      return name in earlier ? [[name, reduced(value, earlier[name])]] : []
    })
  )
}

/** Everything that the earlier release answers is answered by the later one; members may be added. */
export const assertShowsTheSame = (
  later: ReadonlyMap<string, unknown>,
  earlier: ReadonlyMap<string, unknown>
): void => {
  assert.deepStrictEqual([...later.keys()], [...earlier.keys()])
  for (const [path, body] of earlier) {
    const expected = withoutReworded(body)
    assert.deepStrictEqual(reduced(later.get(path), expected), expected, path)
  }
}
