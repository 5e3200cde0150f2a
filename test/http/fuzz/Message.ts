import fc from "fast-check"
import { type Carriage, carriage, plainly } from "./Bodies.ts"
import { type Case, contentType, cookieOf, mostly, type Surroundings, surroundings } from "./Case.ts"
import type { World } from "./World.ts"

interface Message {
  readonly around: Surroundings
  readonly type: Record<string, string>
  readonly chunked: boolean
  readonly carriage: Carriage
}

const message = (onTheWay: fc.Arbitrary<Carriage>): fc.Arbitrary<Message> =>
  fc.record({ around: surroundings, type: contentType, chunked: mostly(false, true), carriage: onTheWay })

export const calm = message(fc.constant(plainly))
export const rough = message(carriage)

/** The parts of a request with a body, made from the world. */
export type Draft = (world: World) => {
  readonly target: string
  readonly text: string
  readonly token?: string | undefined
  readonly headers?: Record<string, string>
}

export const withBody =
  (method: string, draft: Draft) =>
  ({ around, type, chunked, carriage: carry }: Message): Case => ({
    request: (world) => {
      const { target, text, token, headers } = draft(world)
      return {
        method,
        target,
        headers: {
          ...cookieOf(world, around.sender, around.sender === "admin" ? token : undefined),
          ...type,
          ...headers,
          ...around.headers
        },
        body: carry(text),
        chunked
      }
    }
  })
