import { call } from "../../support/Calls.ts"
import { listen } from "./listen.ts"

/** Headers that Node sets. */
const nodeHeaders = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"])

const { SERVICE = "", TOKEN = "", PATHS = "" } = process.env

/** The service's response to a path. */
const copied = async (path: string) => {
  const response = await call(SERVICE, TOKEN, path, undefined, { "accept-encoding": "identity" })
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !nodeHeaders.has(name)))
  const body = Buffer.from(await response.arrayBuffer())
  return [path, { headers, whole: { ...headers, "content-length": body.length }, body }] as const
}

const responses = new Map(await Promise.all(PATHS.split(" ").map(copied)))

/** The minimum for a server on Node's HTTP server: no authentication, and the service's responses, copied beforehand. */
listen(({ url = "", headers: { "if-none-match": known } }, response) => {
  const found = responses.get(url)
  if (found === undefined) response.writeHead(404).end()
  else if (known === found.headers.etag) response.writeHead(304, found.headers).end()
  else response.writeHead(200, found.whole).end(found.body)
})
