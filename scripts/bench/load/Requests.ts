/** Where requests go, and by whom. */
export interface Target {
  readonly url: string
  /** The token of the session. */
  readonly token: string
  /** The ETag that the client has. */
  readonly etag?: string | undefined
}

const head = (method: string, path: string, { url, token, etag }: Target): string =>
  `${method} ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncookie: strategy_session=${token}\r\n` +
  `x-csrf-token: 1\r\n${etag === undefined ? "" : `if-none-match: ${etag}\r\n`}`

export const get = (target: Target, path: string): string => `${head("GET", path, target)}\r\n`

/** A POST of JSON; a string is sent unchanged. */
export const post = (target: Target, path: string, content: unknown): string => {
  const body = typeof content === "string" ? content : JSON.stringify(content)
  const begin = `${head("POST", path, target)}content-type: application/json\r\n`
  return `${begin}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
