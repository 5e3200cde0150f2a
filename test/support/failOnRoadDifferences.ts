import { appendFileSync } from "node:fs"
import { afterAll, afterEach, expect } from "vitest"
import { take } from "./roadDifferences.ts"

let compared = 0

// Fails the test that sent a request which the shortcut and the declared route answer differently.
afterEach(async () => {
  const found = await take()
  compared += found.compared
  const [first] = found.differences
  const count = found.differences.length
  expect(count, `requests answered differently by the shortcut and the declared route, such as ${first}`).toBe(0)
})

// `ROADS_COUNTS` names a file that gets a line for each test file: how many requests were compared.
afterAll(() => {
  const file = process.env.ROADS_COUNTS
  if (file !== undefined) appendFileSync(file, `${compared} ${expect.getState().testPath}\n`)
})
