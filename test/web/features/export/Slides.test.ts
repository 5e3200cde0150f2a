import { assert, describe, it } from "@effect/vitest"
import { slidesAddress } from "../../../../src/web/features/export/SlidesAddress.ts"
import { lastExportIn } from "../../../../src/web/parts/LastExport.ts"
import { memoryStorage } from "../../workspace/MemoryStorage.ts"

const chosen = (...fields: ReadonlyArray<readonly [name: string, value: string]>): FormData => {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  return data
}

describe("The address of slides", () => {
  it("has the choices", () => {
    const plain = [
      ["detail", "full"],
      ["since", ""],
      ["notes", "on"]
    ] as const
    assert.strictEqual(slidesAddress("t", chosen(...plain)), "/api/teams/t/export?detail=full")
    assert.strictEqual(slidesAddress(undefined, chosen(...plain)), "/api/export?detail=full")
    const all = chosen(["detail", "board"], ["since", "2026-09-01"], ["status", "at_risk"], ["status", "off_track"])
    assert.strictEqual(
      slidesAddress("t", all),
      "/api/teams/t/export?detail=board&since=2026-09-01&status=at_risk%2Coff_track&notes=0"
    )
    const past = chosen(["detail", "board"], ["at", "2026-10-01"], ["sinceDeck", "42"], ["notes", "on"])
    assert.strictEqual(slidesAddress(undefined, past), "/api/export?at=2026-10-01&detail=board&sinceDeck=42")
  })
})

describe("The last export", () => {
  it("is the last day before today, however often slides are saved on a day", () => {
    const last = lastExportIn(memoryStorage()().local, "key")
    assert.strictEqual(last.before("2026-09-01"), "")
    last.remember("2026-09-01")
    assert.strictEqual(last.before("2026-09-01"), "")
    assert.strictEqual(last.before("2026-09-02"), "2026-09-01")
    last.remember("2026-09-20")
    last.remember("2026-09-20")
    assert.deepStrictEqual([last.before("2026-09-20"), last.before("2026-09-21")], ["2026-09-01", "2026-09-20"])
  })
})
