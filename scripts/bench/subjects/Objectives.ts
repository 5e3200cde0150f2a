import { Effect } from "effect"
import * as Fastify from "../contenders/Fastify.ts"
import { reading } from "./Reading.ts"

export const objectives = reading({
  name: "objectives",
  about: "A view of 50 objectives with everything in them, against Fastify and a relational model",
  view: "objectives",
  conditional: false,
  beside: Effect.fnUntraced(function* ({ stage, ours, writer, teamId }) {
    return yield* Fastify.start(yield* stage.database("objectives_fastify"), ours, writer, [teamId])
  }),
  bound: 5
})
