import { createHash } from "node:crypto"
import type { ChangeNotification } from "../../../../src/domain/ChangeNotification.ts"
import * as Frames from "../../../../src/live/Frames.ts"
import * as Child from "../../Child.ts"
import type { Change } from "./EventFeed.ts"
import type { PeerProtocol } from "./PeerProtocol.ts"

export interface Peer {
  readonly name: string
  readonly script: string
  /** The bytes of a change on the peer's streams. */
  readonly frame: (id: string, notification: ChangeNotification) => Uint8Array
}

/** better-sse orders the fields differently and writes no space after the colon, so its frames are three bytes shorter. */
const betterSseFrame: Peer["frame"] = (id, notification) =>
  Buffer.from(`event:change\nid:${id}\ndata:${JSON.stringify(notification)}\n\n`)

/** The peers in the order of measurement. */
export const peers: readonly [ours: Peer, betterSse: Peer, bare: Peer] = [
  { name: "ours", script: "ourServer.ts", frame: Frames.change },
  { name: "better-sse", script: "betterSseServer.ts", frame: betterSseFrame },
  { name: "bare", script: "bareServer.ts", frame: Frames.change }
]

/** Starts a peer in a process of its own, which ends with the scope. */
export const start = ({ name, script }: Peer) =>
  Child.start<PeerProtocol>(`The server "${name}"`, new URL(script, import.meta.url))

/** What every stream of a peer must receive: the byte position at the end of each tick, and the checksum of everything. */
export interface Expected {
  readonly ends: ReadonlyArray<number>
  readonly checksum: string
}

export const expected = ({ frame }: Peer, ticks: ReadonlyArray<ReadonlyArray<Change>>): Expected => {
  const hash = createHash("sha256")
  let bytes = 0
  const ends = ticks.map((changes) => {
    for (const { id, notification } of changes) {
      const written = frame(id, notification)
      hash.update(written)
      bytes += written.length
    }
    return bytes
  })
  return { ends, checksum: hash.digest("hex") }
}
