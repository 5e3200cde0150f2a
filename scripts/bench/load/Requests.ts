/** Where requests go, and the headers that all of them have. */
export interface Target {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const head = (method: string, path: string, { url, headers }: Target): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\n${lines.join("")}`
}

export const get = (target: Target, path: string): string => `${head("GET", path, target)}\r\n`

/** A POST of JSON; a string is sent unchanged. */
export const post = (target: Target, path: string, content: unknown): string => {
  const body = typeof content === "string" ? content : JSON.stringify(content)
  const begin = `${head("POST", path, target)}content-type: application/json\r\n`
  return `${begin}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
