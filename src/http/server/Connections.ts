import type { Socket } from "node:net"
import { Context } from "effect"
import type { LongResponse } from "./LongResponse.ts"

/** Milliseconds between two looks at the connections of a server that stops. */
const sweepMs = 25

/** Sweeps after which a half-sent request of which nothing more came is cut: a packet on its way has arrived by then. */
const quietSweeps = 10

/** Milliseconds between two looks at answers that their clients do not read. */
const unreadSweepMs = 1_000

/** Sweeps after which such an answer is cut, and bytes of it that a slower client gets another sweep for. */
const unreadSweeps = 30
const bytesPerSweep = 16 * 1_024

type ConnectionState = "idle" | "half-sent" | "answering" | "streaming"

class Connection {
  readonly socket: Socket
  /** The response to the latest request; those to earlier ones are sent before it. */
  latest: LongResponse | undefined
  #bytesRead = 0
  #sweepsWithoutBytes = 0
  #bytesOfAnswered = 0
  #sweepsUnread = 0
  #unread: LongResponse | undefined

  constructor(socket: Socket) {
    this.socket = socket
  }

  /** Remembers how much belongs to requests that are answered: whatever is read beyond it begins another one. */
  answered(): void {
    this.#bytesOfAnswered = this.socket.bytesRead
  }

  get state(): ConnectionState {
    const { latest } = this
    if (latest === undefined || latest.isSent)
      return this.socket.bytesRead > this.#bytesOfAnswered ? "half-sent" : "idle"
    if (latest.isHeld) return "streaming"
    return latest.req.complete || latest.headersSent ? "answering" : "half-sent"
  }

  /**
   * Whether the client has had all the time there is to take an answer that is written whole; to be asked once a sweep. The
   * operating system does not tell how much of it has been taken.
   */
  isUnread(): boolean {
    const { latest, socket } = this
    const waits = latest?.writableEnded === true && !latest.isSent && !latest.isHeld
    this.#sweepsUnread = waits && latest === this.#unread ? this.#sweepsUnread + 1 : 0
    this.#unread = waits ? latest : undefined
    return this.#sweepsUnread > unreadSweeps + socket.writableLength / bytesPerSweep
  }

  /** Whether nothing was read for a while; to be asked once a sweep. */
  isQuiet(): boolean {
    const { bytesRead } = this.socket
    this.#sweepsWithoutBytes = bytesRead === this.#bytesRead ? this.#sweepsWithoutBytes + 1 : 0
    this.#bytesRead = bytesRead
    return this.#sweepsWithoutBytes >= quietSweeps
  }
}

export interface UnderWay {
  /** Requests that arrived and are not answered yet. */
  readonly requests: number
  readonly streams: number
  /** Requests of which only a part has arrived. */
  readonly halfSent: number
}

/**
 * The open connections of a server. Of a client that does not read its answer, the connection is cut, so that nothing is held
 * for it. And the server can stop without a client seeing a connection closed under a request:
 * - draining, every answer says `Connection: close`, and what arrives on kept connections and new ones is answered;
 * - a request that stops arriving is cut, since nobody could wait for its end;
 * - idle connections are closed last: a proxy may just be sending a request on one of them.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>()
  #isDraining = false
  #closesIdle = false
  #cutHalfSent = 0
  #overdue = { requests: 0, streams: 0 }
  #sweeping: NodeJS.Timeout | undefined
  readonly #sweepingUnread = setInterval(() => this.cutUnread(), unreadSweepMs).unref()

  /** To be called for each connection the server takes. */
  add(socket: Socket): void {
    this.#open.set(socket, new Connection(socket))
    socket.once("close", () => this.#open.delete(socket))
  }

  /** To be called for each request before it is answered. */
  requested(socket: Socket, response: LongResponse): void {
    const connection = this.#open.get(socket)
    if (connection === undefined) return
    const { latest } = connection
    connection.latest = response
    response.sent = connection
    if (!this.#isDraining) return
    if (latest !== undefined && !latest.isSent) latest.keepConnection()
    response.closeConnection()
  }

  /** The response a connection waits for, if all before it are sent the last one. */
  pending(socket: Socket): LongResponse | undefined {
    const latest = this.#open.get(socket)?.latest
    return latest === undefined || latest.isSent ? undefined : latest
  }

  get underWay(): UnderWay {
    const states = Array.from(this.#open.values(), ({ state }) => state)
    const count = (wanted: ConnectionState) => states.filter((state) => state === wanted).length
    return { requests: count("answering"), streams: count("streaming"), halfSent: count("half-sent") }
  }

  /** What the stop did not wait for so far. */
  get givenUp(): UnderWay {
    return { ...this.#overdue, halfSent: this.#cutHalfSent }
  }

  /** From now on every answer closes its connection, and requests that stop arriving are cut. */
  drain(): void {
    if (this.#isDraining) return
    this.#isDraining = true
    for (const { latest } of this.#open.values()) latest?.closeConnection()
    this.#sweeping = setInterval(() => this.#sweep(), sweepMs)
  }

  /** To be called once a second, as it is: cuts connections whose clients have not read for 30 s. Views and pages are such answers. */
  cutUnread(): void {
    for (const connection of this.#open.values()) if (connection.isUnread()) connection.socket.destroy()
  }

  /** Closes connections without a request from now on. */
  closeIdle(): void {
    this.#closesIdle = true
    this.#sweep()
  }

  /** To be called when nothing is waited for any more: has whatever is not answered refused, before it is interrupted. */
  giveUp(refuse: (response: LongResponse) => void): void {
    const { requests, streams } = this.underWay
    this.#overdue = { requests, streams }
    for (const { state, latest } of this.#open.values()) {
      if (state === "answering" && latest?.headersSent === false) refuse(latest)
    }
  }

  /** Cuts whatever is left. */
  closeAll(): void {
    clearInterval(this.#sweeping)
    clearInterval(this.#sweepingUnread)
    for (const socket of this.#open.keys()) socket.destroy()
  }

  #sweep(): void {
    for (const connection of this.#open.values()) {
      const { socket, state } = connection
      if (state === "idle" && this.#closesIdle) socket.destroy()
      if (state !== "half-sent" || !connection.isQuiet()) continue
      this.#cutHalfSent += 1
      socket.destroy()
    }
  }
}

/** The connections of the server that serves the app, for who tells it to stop. */
export class OpenConnections extends Context.Service<OpenConnections, Connections>()(
  "strategy/http/Connections/OpenConnections"
) {}
