import { serve } from "../../src/deck/DeckServer.ts"
import type { DeckInput } from "../../src/deck/Input.ts"

const forever = new Promise<never>(() => {})

/** Returns its input as bytes, or does what the first word of the team's name says. */
const make = async (input: DeckInput): Promise<Uint8Array> => {
  const [word, argument] = input.team.name.split(" ")
  switch (word) {
    case "process":
      return Buffer.from(String(process.pid))
    case "bytes":
      return new Uint8Array(Number(argument))
    case "fail":
      throw new Error("the stand-in was told to fail")
    case "crash":
      setTimeout(() => {
        throw new Error("the stand-in was told to crash")
      })
      return forever
    case "exit":
      process.exit(7)
      return forever
    case "hang":
      return forever
    case "spin":
      for (;;);
    case "hoard": {
      const hoard: Array<ReadonlyArray<number>> = []
      for (;;) hoard.push(Array.from({ length: 100_000 }, Math.random))
    }
    default:
      return Buffer.from(JSON.stringify({ ...input, latest: [...input.latest] }))
  }
}

serve(make)
