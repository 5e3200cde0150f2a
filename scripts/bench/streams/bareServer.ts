import type { ServerResponse } from "node:http"
import * as Frames from "../../../src/live/Frames.ts"
import { servePeer } from "./PeerServer.ts"

const responses = new Set<ServerResponse>()

/** The minimum for such a server: frames made beforehand, and a loop of `write` over the responses. */
servePeer(
  (_, response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" })
    response.write("retry: 2000\n\n")
    responses.add(response)
    response.once("close", () => responses.delete(response))
  },
  ({ id, notification }) => Frames.change(id, notification),
  (frame) => {
    for (const response of responses) response.write(frame)
  }
)
