import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type Frame, Ring } from "../../src/live/Ring.ts"

const frame = (sequenceNumber: number): Frame => ({
  sequenceNumber,
  bytes: Buffer.from(`<${sequenceNumber}${"x".repeat(sequenceNumber % 7)}>`)
})

const textOf = (frames: ReadonlyArray<Frame>): string => frames.map(({ bytes }) => bytes.toString()).join("")

/** The text of all chunks from a position on. */
const read = (ring: Ring, from: number): string => {
  let text = ""
  for (let chunk = ring.chunk(from); chunk !== undefined; chunk = ring.chunk(chunk.next)) text += chunk.bytes.toString()
  return text
}

const small = { capacity: 5, chunkBytes: 8, maxViewsBytes: 40 }

describe("Ring", () => {
  it("returns the frames after a sequence number in chunks that all readers share", () => {
    const ring = new Ring(10, { capacity: 100, chunkBytes: 10, maxViewsBytes: 40 })
    const frames = [11, 13, 14, 15].map(frame)
    ring.append(frames, 16)
    assert.strictEqual(read(ring, ring.positionAfter(10)), textOf(frames))
    assert.strictEqual(read(ring, ring.positionAfter(12)), textOf(frames.slice(1)))
    assert.strictEqual(read(ring, ring.positionAfter(13)), textOf(frames.slice(2)))
    assert.isUndefined(ring.chunk(ring.positionAfter(16)))
    assert.strictEqual(ring.chunk(ring.positionAfter(12)), ring.chunk(ring.positionAfter(11)))
    assert.deepStrictEqual([ring.coveredFrom, ring.head, ring.size], [10, 16, 4])
  })

  it("drops the oldest frames above its capacity, and tells from where on it is complete", () => {
    const ring = new Ring(0, small)
    ring.append([1, 2, 3, 4, 5, 6, 7].map(frame), 7)
    assert.deepStrictEqual([ring.coveredFrom, ring.head, ring.size], [2, 7, 5])
    assert.isUndefined(ring.chunk(0), "a position that was let go")
    assert.strictEqual(read(ring, ring.positionAfter(2)), textOf([3, 4, 5, 6, 7].map(frame)))
  })

  it("keeps positions valid while frames are prepended and appended", () => {
    const ring = new Ring(20, { capacity: 100, chunkBytes: 10, maxViewsBytes: 40 })
    ring.append([21, 23].map(frame), 23)
    const position = ring.positionAfter(21)
    ring.prepend([15, 18].map(frame), 14)
    ring.append([24].map(frame), 24)
    assert.strictEqual(read(ring, position), textOf([23, 24].map(frame)))
    assert.strictEqual(read(ring, ring.positionAfter(14)), textOf([15, 18, 21, 23, 24].map(frame)))
    assert.strictEqual(ring.bytesFrom(ring.positionAfter(15)), textOf([18, 21, 23, 24].map(frame)).length)
    assert.strictEqual(ring.coveredFrom, 14)
  })

  it("keeps the latest changes of views in bounded memory, and sends older frames without", () => {
    const ring = new Ring(0, { capacity: 4, chunkBytes: 1, maxViewsBytes: 40 })
    const views = (n: number) => Buffer.from(`<${n} and views>`)
    const sent = () => {
      const texts: Array<string> = []
      for (let at = ring.positionAfter(ring.coveredFrom); ; ) {
        const [chunk, plain] = [ring.chunk(at, true), ring.chunk(at)]
        if (chunk === undefined || plain === undefined) return texts
        assert.strictEqual(chunk.next, plain.next)
        assert.notInclude(plain.bytes.toString(), "views")
        texts.push(chunk.bytes.toString())
        at = chunk.next
      }
    }
    ring.append(
      [1, 2].map((n) => ({ ...frame(n), withViews: views(n) })),
      2
    )
    assert.deepStrictEqual(sent(), ["<1 and views>", "<2 and views>"])
    ring.append([{ ...frame(3), withViews: views(3) }, frame(4), { ...frame(5), withViews: views(5) }], 5)
    assert.deepStrictEqual(sent(), ["<2 and views>", "<3 and views>", "<4xxxx>", "<5 and views>"])
    ring.append([{ ...frame(6), withViews: Buffer.from("x".repeat(30)) }], 6)
    assert.deepStrictEqual(sent(), [frame(3).bytes.toString(), "<4xxxx>", frame(5).bytes.toString(), "x".repeat(30)])
    ring.append([{ ...frame(7), withViews: Buffer.from("x".repeat(41)) }], 7)
    assert.deepStrictEqual(sent().at(-1), frame(7).bytes.toString())
    ring.clear(7)
    ring.append([{ ...frame(8), withViews: views(8) }], 8)
    assert.deepStrictEqual(sent(), ["<8 and views>"])
  })

  it("behaves like a list of frames that drops the oldest", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("append" as const), skip: fc.nat(2), frames: fc.nat(9) }),
      fc.record({ kind: fc.constant("prepend" as const), frames: fc.nat(4) }),
      fc.record({ kind: fc.constant("clear" as const) })
    )
    const start = 50
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const ring = new Ring(start, small)
        let [from, head] = [start, start]
        let model: ReadonlyArray<Frame> = []
        const positions = new Map<number, number>()
        for (const each of steps) {
          if (each.kind === "append") {
            const first = head + each.skip + 1
            const added = Array.from({ length: each.frames }, (_, n) => frame(first + n))
            head = first + each.frames
            ring.append(added, head)
            model = [...model, ...added]
            const gone = model.slice(0, Math.max(0, model.length - small.capacity))
            from = gone.at(-1)?.sequenceNumber ?? from
            model = model.slice(gone.length)
          } else if (each.kind === "prepend") {
            const room = Math.min(each.frames, small.capacity - model.length, from)
            const added = Array.from({ length: room }, (_, n) => frame(from - room + 1 + n))
            from -= room
            ring.prepend(added, from)
            model = [...added, ...model]
          } else {
            ring.clear(head)
            model = []
            from = head
            positions.clear()
          }
          assert.deepStrictEqual([ring.coveredFrom, ring.head, ring.size], [from, head, model.length])
          for (const after of [from, (from + head) >> 1, head]) {
            const rest = model.filter(({ sequenceNumber }) => sequenceNumber > after)
            const position = ring.positionAfter(after)
            assert.strictEqual(read(ring, position), textOf(rest))
            assert.strictEqual(ring.bytesFrom(position), textOf(rest).length)
          }
          for (const [sequenceNumber, position] of positions) {
            if (sequenceNumber < from) positions.delete(sequenceNumber)
            else assert.strictEqual(ring.positionAfter(sequenceNumber), position, "a position has moved")
          }
          for (const { sequenceNumber } of model) positions.set(sequenceNumber, ring.positionAfter(sequenceNumber))
        }
      }),
      { numRuns: 2_000 }
    )
  })
})
