import type { Protocol } from "./Child.ts"

type Methods<P extends Protocol<P>> = {
  readonly [Method in keyof P]: (
    ...input: Parameters<P[Method]>
  ) => ReturnType<P[Method]> | Promise<ReturnType<P[Method]>>
}

interface Request {
  readonly id: number
  readonly method: string
  readonly input: never
}

/** Answers the requests of the parent process, and exits with it. */
export const answer = <P extends Protocol<P>>(methods: Methods<P>): void => {
  const known = new Map<string, (input: never) => unknown>(Object.entries(methods))
  process.on("message", async ({ id, method, input }: Request) => {
    const reply = await Promise.resolve(input)
      .then((given) => known.get(method)?.(given))
      .then(
        (answer) => ({ id, answer }),
        (error: unknown) => ({ id, failure: error instanceof Error ? error.message : String(error) })
      )
    process.send?.(reply)
  })
  process.once("disconnect", () => process.exit())
}

/** Milliseconds of the machine's monotonic clock, which is the same in all processes. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6

/** CPU time used by this process, in milliseconds. */
export const processorTime = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
