import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { idFrom } from "../../../src/client/ExternalId.ts"

it.effect("idFrom gives the UUID of version 5 that RFC 9562 has as its example, for every kind of key another id", () =>
  Effect.gen(function* () {
    const dns = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
    assert.strictEqual(yield* idFrom(dns, "www.example.com"), "2ed6657d-e927-568b-95e1-2665a8aea6a2")
    assert.notStrictEqual(yield* idFrom(dns, "PÄY-7"), yield* idFrom(dns, "PAY-7"))
  })
)
