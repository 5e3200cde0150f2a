import { appendFileSync } from "node:fs"
import { afterAll, afterEach, expect } from "vitest"
import { take } from "./shortcutDifferences.ts"

let compared = 0

// Fails the test that sent a request which the shortcut and the endpoint answer differently.
afterEach(async () => {
  const found = await take()
  compared += found.compared
  const [first] = found.differences
  const count = found.differences.length
  expect(count, `requests answered differently by the shortcut and the endpoint, such as ${first}`).toBe(0)
})

// `SHORTCUT_COUNTS` names a file that gets a line for each test file: how many requests were compared.
afterAll(() => {
  const file = process.env.SHORTCUT_COUNTS
  if (file !== undefined) appendFileSync(file, `${compared} ${expect.getState().testPath}\n`)
})
