import { assert, describe, it } from "@effect/vitest"
import { EntityId } from "../../src/domain/entities/Ids.ts"
import { empty } from "../../src/domain/state/State.ts"
import { type Deletion, deletedPage, firstEvents, listedPerPage } from "../../src/domain/views/Deleted.ts"

const idOf = (n: number) => EntityId.make(`00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`)

const long = `${"Long ".repeat(20)}title`

const deletion = (n: number, sequenceNumber: number, of: Partial<Deletion> = {}): Deletion => ({
  entityId: idOf(n),
  entityType: "objective",
  parentId: idOf(0),
  parentType: "team",
  sequenceNumber,
  timestamp: "2026-01-02T03:04:05.678Z",
  actorName: "ada",
  description: "deleted objective 'Refunds'",
  titles: ["Refunds"],
  groups: 0,
  initiatives: 0,
  progress: 0,
  ...of
})

const cut = `deleted objective '${long.slice(0, 59)}…'`
const went = "went with the restore to event 3"

const shown = (of: Partial<Deletion>) => {
  const [entry] = deletedPage(empty, [deletion(1, 9, of)], 10).entries
  return [entry?.title, entry?.cause]
}

describe("What was deleted", () => {
  it("has its whole title: the latest one that the deletion's description begins, or else the one in the description", () => {
    assert.deepStrictEqual(shown({}), ["Refunds", "deletion"])
    assert.deepStrictEqual(shown({ description: cut, titles: ["Other", long, `${long} before`] }), [long, "deletion"])
    assert.deepStrictEqual(shown({ description: cut, titles: [] }), [`${long.slice(0, 59)}…`, "deletion"])
    assert.deepStrictEqual(shown({ description: went, titles: [long, "Other"] }), [long, "restore"])
    assert.deepStrictEqual(shown({ description: went, titles: [] }), ["", "restore"])
  })

  it("is on one page with everything that the same event deleted, up to a bound", () => {
    const rows = [deletion(1, 9), deletion(2, 7), deletion(3, 7), deletion(4, 5)]
    const idsOf = (deletions: ReadonlyArray<Deletion>, limit: number) => {
      const { entries, nextBefore } = deletedPage(empty, deletions, limit)
      return [entries.map(({ id }) => id), nextBefore]
    }
    assert.deepStrictEqual(idsOf(rows, 1), [[idOf(1)], 9])
    assert.deepStrictEqual(idsOf(rows, 2), [[idOf(1), idOf(2), idOf(3)], 7])
    assert.deepStrictEqual(idsOf(rows, 4), [rows.map(({ entityId }) => entityId), null])
    const many = Array.from({ length: listedPerPage + 1 }, (_, n) => deletion(n, 9))
    assert.lengthOf(firstEvents(many, 1), listedPerPage)
  })
})
