import { connect } from "node:net"
import { Effect } from "effect"
import type { PostgresHost } from "./PostgresUrl.ts"

/** The SSLRequest message of PostgreSQL's protocol. The answer is one byte, `S` for yes. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

const answerTimeoutMs = 5_000

/** Whether a server offers TLS. Fails when it does not answer. */
export const offersTls = ({ host, port }: PostgresHost) =>
  Effect.acquireUseRelease(
    Effect.sync(() => connect({ host, port, timeout: answerTimeoutMs })),
    (socket) =>
      Effect.callback<boolean, Error>((resume) => {
        const failed = (cause: Error) => resume(Effect.fail(cause))
        socket.once("connect", () => socket.write(sslRequest))
        socket.once("data", (answer) => resume(Effect.succeed(answer.toString("latin1", 0, 1) === "S")))
        socket.once("timeout", () => failed(new Error("it did not answer")))
        socket.once("close", () => failed(new Error("it closed the connection")))
        socket.on("error", failed)
      }),
    (socket) => Effect.sync(() => socket.destroy())
  )
