import { Effect } from "effect"
import { InvalidRun } from "../InvalidRun.ts"
import type { Contender } from "./Contender.ts"

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * Requests a path of a contender, by POST with `content` or by GET without. The response is not compressed, as those to the
 * load, since its ETag would differ.
 */
export const fetchFrom = (
  { name, url, headers }: Contender,
  path: string,
  more: Readonly<Record<string, string>> = {},
  content?: unknown
): Effect.Effect<Answer, InvalidRun> =>
  Effect.tryPromise({
    try: async () => {
      const response = await fetch(`${url}${path}`, {
        method: content === undefined ? "GET" : "POST",
        headers: {
          "accept-encoding": "identity",
          ...headers,
          ...(content === undefined ? {} : { "content-type": "application/json" }),
          ...more
        },
        ...(content === undefined ? {} : { body: JSON.stringify(content) }),
        signal: AbortSignal.timeout(20_000)
      })
      const body = new Uint8Array(await response.arrayBuffer())
      return { status: response.status, headers: Object.fromEntries(response.headers), body }
    },
    catch: (cause) => new InvalidRun({ message: `${name} did not answer ${path}: ${cause}.` })
  })

/** The value of a JSON body, or the text of another body. */
export const value = ({ body }: Answer): unknown => {
  const text = Buffer.from(body).toString()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Sorts the keys of all objects in a value. */
const inKeyOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inKeyOrder)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, inner]) => [key, inKeyOrder(inner)])
  )
}

/** The value's JSON with sorted keys, which is the same for equal values. */
export const canonical = (value: unknown): string => JSON.stringify(inKeyOrder(value))

/** The place where two texts begin to differ; undefined if they are equal. */
export const difference = (one: string, other: string): string | undefined => {
  if (one === other) return undefined
  let at = 0
  while (one[at] === other[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 40), at + 40)
  return `${around(one)} and not ${around(other)}`
}
