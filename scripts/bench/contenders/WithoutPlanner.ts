import { Effect } from "effect"
import * as Child from "../Child.ts"
import * as Writer from "../Writer.ts"
import { type Contender, headers, names } from "./Contender.ts"

export interface WithoutPlannerProtocol {
  /** Creates the admin with the password; gives the server's URL. */
  readonly listen: (password: string) => string
}

/** The password with which `Writer.admin` signs in. */
const password = "correct horse"

/** Our server with a constant outcome for every submission, which shows the cost of everything but deciding and storing. */
export const start = Effect.gen(function* () {
  const child = yield* Child.start<WithoutPlannerProtocol>(
    "Our server without the planner",
    new URL("withoutPlannerServer.ts", import.meta.url)
  )
  const url = yield* child.ask("listen", password)
  const { token } = yield* Writer.admin(url)
  return { name: names.withoutPlanner, url, headers: headers(token) } satisfies Contender
})
