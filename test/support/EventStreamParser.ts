/** One dispatched event of a text/event-stream. */
export interface Block {
  /** `message` if the stream names no event. */
  readonly event: string
  /** The last event id, which may have been set by an earlier event. */
  readonly id: string
  readonly data: string
  /** The last `retry:` since the event before, in milliseconds. */
  readonly retry: number | null
}

interface Listener {
  readonly block: (block: Block) => void
  /** Receives the text after the colon. */
  readonly comment: (text: string) => void
}

/**
 * Parses a text/event-stream by the grammar of the HTML standard, from chunks of any size. It is stricter in one point: bytes
 * that are not UTF-8 throw.
 */
export const make = ({ block, comment }: Listener) => {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let [line, afterReturn] = ["", false]
  let [event, id, data]: [string, string, Array<string>] = ["", "", []]
  let retry: number | null = null

  const dispatch = (): void => {
    if (data.length > 0) {
      block({ event: event || "message", id, data: data.join("\n"), retry })
      retry = null
    }
    event = ""
    data = []
  }

  const field = (name: string, value: string): void => {
    if (name === "data") data.push(value)
    else if (name === "event") event = value
    else if (name === "id" && !value.includes("\0")) id = value
    else if (name === "retry" && /^\d+$/.test(value)) retry = Number(value)
  }

  const read = (whole: string): void => {
    const colon = whole.indexOf(":")
    if (whole === "") dispatch()
    else if (colon === 0) comment(whole.slice(1))
    else if (colon === -1) field(whole, "")
    else field(whole.slice(0, colon), whole.slice(whole[colon + 1] === " " ? colon + 2 : colon + 1))
  }

  return (chunk: Uint8Array): void => {
    const text = decoder.decode(chunk, { stream: true })
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const character = text[at]
      if (character === "\n" && afterReturn) from = at + 1
      else if (character === "\n" || character === "\r") {
        read(line + text.slice(from, at))
        line = ""
        from = at + 1
      }
      afterReturn = character === "\r"
    }
    line += text.slice(from)
  }
}
