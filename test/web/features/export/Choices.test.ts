import { assert, describe, it } from "@effect/vitest"
import { slidesAddress } from "../../../../src/web/features/export/Choices.ts"
import { lastExportIn } from "../../../../src/web/features/export/LastExport.ts"
import { memoryStorage } from "../../workspace/MemoryStorage.ts"

const all = { detail: "full", since: "", statuses: [], notes: true } as const

describe("The address of slides", () => {
  it("has what was chosen", () => {
    assert.strictEqual(slidesAddress("t", all), "/api/teams/t/export?detail=full")
    assert.strictEqual(slidesAddress(undefined, { ...all, detail: "board" }), "/api/export?detail=board")
    assert.strictEqual(
      slidesAddress("t", { detail: "board", since: "2026-09-01", statuses: ["at_risk", "off_track"], notes: false }),
      "/api/teams/t/export?detail=board&since=2026-09-01&status=at_risk%2Coff_track&notes=0"
    )
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
