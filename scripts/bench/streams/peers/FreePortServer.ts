import { createServer, type RequestListener } from "node:http"

/** A plain server on a free port of this machine; gives its address. */
export const listen = (listener: RequestListener): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer(listener)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      if (typeof address === "object" && address !== null) resolve(`http://127.0.0.1:${address.port}`)
    })
  })
