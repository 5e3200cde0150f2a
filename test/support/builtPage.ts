import { Effect } from "effect"
import * as Page from "../../src/http/page/Page.ts"

/** Builds the page before all tests, so that servers need not build it at their start. */
export default async () => {
  await Effect.runPromise(Page.ensure())
}
