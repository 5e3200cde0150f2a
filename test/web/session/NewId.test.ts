import { assert, it } from "@effect/vitest"
import { newId } from "../../../src/web/session/NewId.ts"

it("a new id is a UUID of version 4, each time another", () => {
  const ids = Array.from({ length: 200 }, newId)
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.strictEqual(new Set(ids).size, 200)
})
