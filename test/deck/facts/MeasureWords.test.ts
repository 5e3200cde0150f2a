import { assert, describe, it } from "@effect/vitest"
import { pointsText, quantityText } from "../../../src/deck/facts/DeckNumbers.ts"
import { measureText } from "../../../src/deck/facts/MeasureWords.ts"

const plain = (text: string): string => text.replaceAll("\u00A0", " ").replaceAll(/[\u200E\u202B\u202C]/g, "")

describe("MeasureWords", () => {
  it.each([
    [0, 54, 80, "accounts", "54 of 80 accounts"],
    [20, 54, 80, "accounts", "54 of 80 accounts, from 20 accounts"],
    [0, 12, 12, "of 12", "12 of 12"],
    [0, 3, 12, "/ 12", "3 / 12"],
    [0, 4.33, 4.5, "of 5", "4.33 of 5, target 4.5"],
    [0, 54, 80, "$", "$54 of $80"],
    [0, 54, 80, "", "54 of 80"],
    [0, 1.9, 4, "€m", "€1.9m of €4.0m"],
    [0, 2, 4, "€m", "€2m of €4m"],
    [3.9, 3.4, 2.9, "€", "€3.40, down from €3.90, target €2.90"],
    [0, 1234.5, 2000, "$", "$1,234.50 of $2,000.00"],
    [0, 54, 80, "€k a month", "€54k of €80k a month"],
    [142, 118, 112, "€k a month", "€118k a month, down from €142k a month, target €112k a month"],
    [0, 1.5, 2, "£/order", "£1.50 of £2.00/order"],
    [0, 54, 80, "€ metres", "€54 of €80 metres"],
    [0, 54, 80, "%", "54 of 80 %"],
    [0, -2, 80, "%", "-2 of 80 %, from 0 %; 2 % the wrong way"],
    [8, 3, 1, "days", "3 days, down from 8 days, target 1 day"],
    [8, 9, 1, "days", "9 days, up from 8 days, target 1 day; 1 day the wrong way"],
    [8, 8, 1, "days", "8 days, target 1 day"]
  ])("from %d, at %d of %d in '%s'", (start, value, target, unit, words) => {
    assert.strictEqual(plain(measureText({ start, value, target, unit })).replaceAll("−", "-"), words)
  })

  it.each([
    ["accounts", "account"],
    ["days", "day"],
    ["calls per day", "call per day"],
    ["stories", "story"],
    ["boxes", "box"],
    ["branches", "branch"],
    ["responses", "response"],
    ["status", "status"],
    ["access", "access"],
    ["basis", "basis"],
    ["kWh", "kWh"],
    ["ms", "ms"],
    ["k€/days", "k€/days"],
    ["ימים", "ימים"]
  ])("one of '%s' is %s", (unit, singular) => {
    assert.strictEqual(plain(quantityText(1, unit)), `1 ${singular}`)
    assert.strictEqual(plain(quantityText(2, unit)), `2 ${unit}`)
  })

  it("points have a sign", () => {
    assert.deepStrictEqual([12, 1, 0, -1].map(pointsText).map(plain), [
      "+12 points",
      "+1 point",
      "±0 points",
      "−1 point"
    ])
  })
})
