import { Effect } from "effect"
import { Void } from "../Void.ts"
import type { Contender } from "./Contender.ts"

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** One answer of a contender: to a POST with `content`, to a GET without. */
export const of = (
  { name, url, headers }: Contender,
  path: string,
  more: Readonly<Record<string, string>> = {},
  content?: unknown
): Effect.Effect<Answer, Void> =>
  Effect.tryPromise({
    try: async () => {
      const response = await fetch(`${url}${path}`, {
        method: content === undefined ? "GET" : "POST",
        headers: { ...headers, ...(content === undefined ? {} : { "content-type": "application/json" }), ...more },
        ...(content === undefined ? {} : { body: JSON.stringify(content) }),
        signal: AbortSignal.timeout(20_000)
      })
      const body = new Uint8Array(await response.arrayBuffer())
      return { status: response.status, headers: Object.fromEntries(response.headers), body }
    },
    catch: (cause) => new Void({ message: `${name} did not answer ${path}: ${cause}.` })
  })

/** The value of a JSON body; the bytes as text where it is none. */
export const value = ({ body }: Answer): unknown => {
  const text = Buffer.from(body).toString()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Objects of the same members are the same value, whatever their order. */
const inKeyOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inKeyOrder)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, inner]) => [key, inKeyOrder(inner)])
  )
}

/** The same text for the same JSON value. */
export const canonical = (value: unknown): string => JSON.stringify(inKeyOrder(value))

/** Where two texts begin to differ, in few words; undefined where they do not. */
export const difference = (one: string, other: string): string | undefined => {
  if (one === other) return undefined
  let at = 0
  while (one[at] === other[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 40), at + 40)
  return `${around(one)} and not ${around(other)}`
}
