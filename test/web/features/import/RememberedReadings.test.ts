import { assert, describe, it } from "@effect/vitest"
import { signal } from "@preact/signals"
import type { Reading } from "../../../../src/import/Columns.ts"
import { readImport } from "../../../../src/import/ReadImport.ts"
import { makeRememberedReadings } from "../../../../src/web/features/import/RememberedReadings.ts"
import { inNorth } from "../../../import/Reading.ts"

const store = () => {
  const texts = new Map<string, string>()
  return {
    keys: () => [...texts.keys()],
    get: (key: string) => texts.get(key),
    put: (key: string, text: string | undefined) => void texts.set(key, text ?? "")
  }
}

const otherwise = () => ({ isDayFirst: true, decimal: ".", top: "objective" }) as const

/** A visit of the page with a text. */
const visit = (local: ReturnType<typeof store>, text: string, user = "ada") => {
  const form = { text: signal(text), given: signal<Partial<Reading>>({}), otherwise }
  const memory = makeRememberedReadings(user, local, form)
  memory.recall()
  const keep = (): void => memory.keep(readImport(text, form.given.peek(), inNorth()))
  return { ...form, ...memory, keep }
}

const table = "What,When,How much\nGrow,3/4/2027,640"

describe("What was chosen for a table", () => {
  it("is taken over for the next one with this header, wherever it stands, and can be taken back", () => {
    const local = store()
    const first = visit(local, table)
    assert.deepStrictEqual(first.given.peek(), {})
    const chosen: Partial<Reading> = { columns: ["title", "dueDate", "ignored"], isDayFirst: false }
    first.given.value = { ...chosen, skippedRows: [2] }
    first.keep()
    const next = visit(local, `Report of May,,\n${table}`)
    assert.deepStrictEqual(next.given.peek(), { ...chosen, headerRow: 2 })
    next.forget.peek()?.()
    assert.deepStrictEqual([next.given.peek(), next.forget.peek()], [{}, undefined])
    assert.deepStrictEqual(visit(local, table, "bob").given.peek(), {})
    assert.deepStrictEqual(visit(local, "What,When,Why\na,b,c").given.peek(), {})
    // Imported as it was guessed, it is forgotten.
    const last = visit(local, table)
    last.forget.peek()?.()
    last.keep()
    assert.deepStrictEqual(visit(local, table).given.peek(), {})
  })

  it("is forgotten where it has a column that there is no more", () => {
    const local = store()
    const first = visit(local, table)
    first.given.value = { columns: ["title", "dueDate", "ignored"] }
    first.keep()
    for (const key of local.keys()) local.put(key, local.get(key)?.replace("dueDate", "deadline"))
    assert.deepStrictEqual(visit(local, table).given.peek(), {})
  })

  it("is kept for the latest twenty headers", () => {
    const local = store()
    const of = (at: number) => table.replace("How", "x".repeat(at + 1))
    for (let at = 0; at < 25; at++) {
      const one = visit(local, of(at))
      one.given.value = { ...one.given.peek(), isDayFirst: false }
      one.keep()
    }
    const found = Array.from({ length: 25 }, (_, at) => Object.keys(visit(local, of(at)).given.peek()).length > 0)
    assert.deepStrictEqual([found.indexOf(true), found.filter(Boolean).length], [5, 20])
  })
})
