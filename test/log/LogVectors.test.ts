import { assert, describe, it } from "@effect/vitest"
import { LoggedType } from "../../src/domain/Event.ts"
import { isBringBack } from "../../src/domain/events/RestoreData.ts"
import { summarize } from "./LogSummary.ts"
import { files, read } from "./VectorFiles.ts"

/**
 * Those of commit a3355cd have no events that bring back or correct anything. A written log must keep its meaning for
 * ever, so the events must not be regenerated.
 */
describe("Logs of earlier versions", () => {
  it("contain every event type applied, and rejections, restores and values of every kind", () => {
    const events = files.flatMap((file) => read(file).log)
    const applied = new Set(events.filter(({ status }) => status === "applied").map(({ eventType }) => eventType))
    assert.sameMembers([...applied], [...LoggedType.literals])
    const back = events.filter(({ status, data }) => status === "applied" && isBringBack(data))
    assert.strictEqual(new Set(back.map(({ eventType }) => eventType)).size, 5)
    assert.isTrue(events.some(({ status, fieldName }) => status === "applied" && fieldName === "definition"))
    assert.isTrue(events.some(({ status, data }) => status === "applied" && "retract" in data && data.retract !== null))
    const rejected = new Set(events.filter(({ status }) => status === "rejected").map(({ eventType }) => eventType))
    assert.isAbove(rejected.size, 15)
    assert.isTrue(events.some(({ conflictingServerValue }) => conflictingServerValue !== null))
  })

  it.each(files)("%s: chain, states, views, histories and previews are what they were", (file) => {
    const { log, expected } = read(file)
    const { eventHash, ...derived } = summarize(log)
    assert.strictEqual(eventHash, log.at(-1)?.hash)
    assert.deepStrictEqual({ eventHash, ...derived }, expected)
  })
})
