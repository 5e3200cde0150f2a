import { Effect } from "effect"
import * as Page from "../../src/page/Page.ts"

/** Before all tests: servers that start at the same time find the page built. */
export default async () => {
  await Effect.runPromise(Page.ensure())
}
