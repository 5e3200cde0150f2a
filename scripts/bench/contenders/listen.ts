import { createServer, type RequestListener } from "node:http"

/** Lets a plain server listen on a free port of this machine, and prints its address as the service does. */
export const listen = (listener: RequestListener): void => {
  const server = createServer(listener)
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    if (typeof address === "object") console.log(`Listening on http://127.0.0.1:${address?.port}`)
  })
}
