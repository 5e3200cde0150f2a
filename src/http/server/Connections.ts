import type { Socket } from "node:net"
import { Context } from "effect"
import type { HoldableResponse } from "./HoldableResponse.ts"

/** Time between two sweeps of the connections while the server stops. */
const sweepMs = 25

/** Sweeps without a byte after which a half-sent request is cut: a packet in flight would have arrived by then. */
const quietSweeps = 10

/** Time between two sweeps for responses that their clients do not read. */
const unreadSweepMs = 1_000

/** Sweeps after which such a response is cut, and unsent bytes that give a slow client another sweep. */
const unreadSweeps = 30
const bytesPerSweep = 16 * 1_024

/** Requests that a client may send before the one ahead of them is answered; hardly any client sends one. */
const maxWaiting = 100

type ConnectionState = "idle" | "half-sent" | "answering" | "streaming"

class Connection {
  readonly socket: Socket
  /** The response to the latest request. Responses to earlier requests are sent before it. */
  latest: HoldableResponse | undefined
  /** The response whose turn it is, or the last one that was sent. */
  #current: HoldableResponse | undefined
  #waiting = 0
  #bytesRead = 0
  #sweepsWithoutBytes = 0
  #bytesOfAnswered = 0
  #sweepsUnread = 0
  #unread: HoldableResponse | undefined

  constructor(socket: Socket) {
    this.socket = socket
  }

  /** Notes how many bytes belong to answered requests; bytes beyond them belong to another request. */
  answered(): void {
    this.#bytesOfAnswered = this.socket.bytesRead
  }

  answer(response: HoldableResponse, answer: () => void): void {
    this.#current = response
    answer()
  }

  /** Answers after the responses before this one are sent, unless it has been refused by then. */
  wait(response: HoldableResponse, answer: () => void): void {
    if (this.#waiting === maxWaiting) {
      this.socket.destroy()
      return
    }
    this.#waiting += 1
    response.whenNext(() => {
      this.#waiting -= 1
      if (!response.headersSent && !this.socket.destroyed) this.answer(response, answer)
    })
  }

  get state(): ConnectionState {
    const { latest } = this
    if (latest === undefined || latest.isSent)
      return this.socket.bytesRead > this.#bytesOfAnswered ? "half-sent" : "idle"
    if (latest.isHeld) return "streaming"
    return latest.req.complete || latest.headersSent ? "answering" : "half-sent"
  }

  /**
   * Whether the client has not read a response that is written completely for too long; to be called once a sweep. The time
   * allowed depends on the size, since the operating system does not tell how much the client has read.
   */
  isUnread(): boolean {
    const response = this.#current
    const waits = response?.writableEnded === true && !response.isSent && !response.isHeld
    this.#sweepsUnread = waits && response === this.#unread ? this.#sweepsUnread + 1 : 0
    this.#unread = waits ? response : undefined
    return this.#sweepsUnread > unreadSweeps + this.socket.writableLength / bytesPerSweep
  }

  /** Whether nothing has arrived for `quietSweeps`; to be called once a sweep. */
  isQuiet(): boolean {
    const { bytesRead } = this.socket
    this.#sweepsWithoutBytes = bytesRead === this.#bytesRead ? this.#sweepsWithoutBytes + 1 : 0
    this.#bytesRead = bytesRead
    return this.#sweepsWithoutBytes >= quietSweeps
  }
}

interface RequestsInProgress {
  /** Requests that have arrived and are not answered yet. */
  readonly requests: number
  readonly streams: number
  /** Requests of which only a part has arrived. */
  readonly halfSent: number
}

/**
 * The open connections of a server. The connection of a client that does not read its response is cut, so that the memory
 * is released. They also allow a stop in which no client loses a request:
 * - while draining, every response says `Connection: close`, and requests on kept and new connections are still answered;
 * - a request that stops arriving is cut, since its end may never come;
 * - idle connections are closed last, since a proxy may be sending a request on one of them.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>()
  #accepted = 0
  #isDraining = false
  #closesIdle = false
  #cutHalfSent = 0
  #overdue = { requests: 0, streams: 0 }
  #sweeping: NodeJS.Timeout | undefined
  readonly #sweepingUnread = setInterval(() => this.cutUnread(), unreadSweepMs).unref()

  /** To be called for each new connection. */
  add(socket: Socket): void {
    this.#accepted += 1
    this.#open.set(socket, new Connection(socket))
    socket.once("close", () => this.#open.delete(socket))
  }

  /**
   * To be called for each request. Calls back when it is to be answered: at once, or after the requests before it on its
   * connection, so that a client which sends thousands together gets one answer in a turn of the event loop, like others. A
   * connection on which too many wait is cut.
   */
  requestArrived(socket: Socket, response: HoldableResponse, answer: () => void): void {
    const connection = this.#open.get(socket)
    if (connection === undefined) return
    const { latest } = connection
    connection.latest = response
    response.sent = connection
    if (this.#isDraining) {
      if (latest !== undefined && !latest.isSent) latest.keepConnection()
      response.closeConnection()
    }
    if (response.isWaiting) connection.wait(response, answer)
    else connection.answer(response, answer)
  }

  /** The response to the latest request on a connection, if it is not sent yet. */
  pending(socket: Socket): HoldableResponse | undefined {
    const latest = this.#open.get(socket)?.latest
    return latest === undefined || latest.isSent ? undefined : latest
  }

  /** How many connections there have been. */
  get accepted(): number {
    return this.#accepted
  }

  get inProgress(): RequestsInProgress {
    const states = Array.from(this.#open.values(), ({ state }) => state)
    const count = (wanted: ConnectionState) => states.filter((state) => state === wanted).length
    return { requests: count("answering"), streams: count("streaming"), halfSent: count("half-sent") }
  }

  /** What the stop has not waited for so far. */
  get abandoned(): RequestsInProgress {
    return { ...this.#overdue, halfSent: this.#cutHalfSent }
  }

  /** From now on every response closes its connection, and requests that stop arriving are cut. */
  drain(): void {
    if (this.#isDraining) return
    this.#isDraining = true
    for (const { latest } of this.#open.values()) latest?.closeConnection()
    this.#sweeping = setInterval(() => this.#sweep(), sweepMs)
  }

  /** Cuts connections whose clients have not read for 30 s; to be called once a second. */
  cutUnread(): void {
    for (const connection of this.#open.values()) if (connection.isUnread()) connection.socket.destroy()
  }

  /** From now on closes connections without a request. */
  closeIdle(): void {
    this.#closesIdle = true
    this.#sweep()
  }

  /** Refuses all requests that are not answered yet; to be called when the grace time is over, before they are interrupted. */
  abandon(refuse: (response: HoldableResponse) => void): void {
    const { requests, streams } = this.inProgress
    this.#overdue = { requests, streams }
    for (const { state, latest } of this.#open.values()) {
      if (state === "answering" && latest?.headersSent === false) refuse(latest)
    }
  }

  /** Cuts all remaining connections. */
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

/** The connections of the server that serves the app. */
export class OpenConnections extends Context.Service<OpenConnections, Connections>()(
  "strategy/http/Connections/OpenConnections"
) {}
