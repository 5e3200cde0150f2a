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

/** Gives POSTs of JSON to a path. */
export const poster = (target: Target, path: string) => {
  const begin = `${head("POST", path, target)}content-type: application/json\r\n`
  return (content: object): string => {
    const body = JSON.stringify(content)
    return `${begin}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  }
}
