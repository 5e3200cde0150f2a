import { createServer, type RequestListener } from "node:http"

interface Request {
  readonly id: number
  readonly method: string
  readonly input: never
}

/** Answers the requests of the parent process, and exits with it. */
export const answer = (methods: { readonly [name: string]: (input: never) => unknown }): void => {
  process.on("message", async ({ id, method, input }: Request) => {
    const reply = await Promise.resolve(input)
      .then((given) => methods[method]?.(given))
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

/** Lets a plain server listen on a free port of this machine; gives its address. */
export const listen = (listener: RequestListener): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer(listener)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      if (typeof address === "object" && address !== null) resolve(`http://127.0.0.1:${address.port}`)
    })
  })
