import { serve } from "../../src/deck/DeckServer.ts"
import { type AnyInput, isCompany } from "../../src/deck/Input.ts"

const forever = new Promise<never>(() => {})

/** Returns its input as bytes, or does what the first word of the (first) team's name says. */
const bytesOf = async (input: AnyInput): Promise<Uint8Array> => {
  const [word, argument] = (isCompany(input) ? input.teams[0] : input)?.team.name.split(" ") ?? []
  switch (word) {
    case "process":
      return Buffer.from(String(process.pid))
    case "bytes":
      return new Uint8Array(Number(argument))
    case "fail":
      throw new Error("the stand-in was sent a message to fail")
    case "crash":
      setTimeout(() => {
        throw new Error("the stand-in was sent a message to crash")
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
      return Buffer.from(JSON.stringify(input))
  }
}

serve(async (input) => ({ bytes: await bytesOf(input), slides: 12 }))
