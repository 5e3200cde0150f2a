import { isDeepStrictEqual } from "node:util"
import type { Send } from "../../../src/web/contract/Http.ts"
import type { Stream, StreamMessage, StreamRequest } from "../../../src/web/live/StreamMessages.ts"
import { makeSession } from "../../../src/web/session/Session.ts"
import { runAfterInBrowser } from "../../../src/web/workspace/Lifetime.ts"
import { makeTeam, type Team } from "../../../src/web/workspace/Team.ts"
import { makeWorkspace } from "../../../src/web/workspace/Workspace.ts"
import { now } from "../ProtocolServer.ts"
import { eventSourceIn, type Session, sendIn } from "./Network.ts"

/** Modules of the page that scripts cannot import, since their types are the browser's. */
const pageModule = (name: string) => import(new URL(`../../../src/web/live/${name}`, import.meta.url).href)

const { openStream }: { readonly openStream: (onSignedOut: () => void) => Stream } = await pageModule("OpenStream.ts")

type SharedStream = (send: (message: StreamMessage) => void) => Pick<Stream, "request">

const { sharedStream }: { readonly sharedStream: SharedStream } = await pageModule("SharedStream.ts")

/** The worker that owns a viewer's stream, in the viewer's own thread. */
class StreamWorker {
  onmessage: (event: { readonly data: StreamMessage }) => void = () => {}
  readonly #stream = sharedStream((data) => this.onmessage({ data }))

  postMessage(request: StreamRequest): void {
    this.#stream.request(request)
  }
}

const emptyStore = { keys: () => [], get: () => undefined, put: () => undefined }

const storage = {
  ...{ local: emptyStore, session: emptyStore, tab: "", previousTab: "" },
  isTabClosed: async () => false
}

const contentOf = ({ body, principles, objectives, sequenceNumber }: Team): unknown =>
  structuredClone([
    sequenceNumber.peek(),
    body.peek(),
    ...[principles, objectives].map(({ ids, byId }) => ids.peek().map((id) => byId.get(id)?.peek()))
  ])

/** A board that is open in a browser, made of the page's own modules, without the document. */
export class PageViewer {
  readonly #send: Send
  readonly #team: Team
  /** The log positions that were shown so far, and when. */
  readonly shown: Array<readonly [sequenceNumber: number, at: number]> = []

  private constructor(send: Send, team: Team) {
    this.#send = send
    this.#team = team
    team.sequenceNumber.subscribe((at) => this.shown.push([at, now()]))
  }

  static async open(opened: Session, teamId: string): Promise<PageViewer> {
    const send = sendIn(opened)
    const session = makeSession(send)
    await session.refresh()
    const EventSource = eventSourceIn(opened)
    Object.assign(globalThis, { EventSource, Worker: StreamWorker, addEventListener: () => undefined })
    const stream = openStream(session.expire)
    const workspace = makeWorkspace(session.user.peek()?.userId ?? "", {
      ...{ session, send, stream, storage, after: runAfterInBrowser },
      newId: () => crypto.randomUUID(),
      shownTeam: () => teamId
    })
    const team = workspace.teams.of(teamId)
    const live = new Promise<void>((resolve) => {
      stream.connection.subscribe((connection) => {
        if (connection === "live") resolve()
      })
    })
    stream.request("open")
    await Promise.all([team.refresh(), live])
    if (team.body.peek() === undefined) throw new Error("A viewer could not load the team.")
    return new PageViewer(send, team)
  }

  /** Resolves when the board shows the position. */
  reach(sequenceNumber: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#team.sequenceNumber.subscribe((at) => {
        if (at < sequenceNumber) return
        queueMicrotask(() => stop())
        resolve()
      })
    })
  }

  /** Whether the board shows the same as a fresh load. */
  async isFresh(): Promise<boolean> {
    const { after, sleep } = { after: runAfterInBrowser, sleep: async () => undefined }
    const lifetime = { after, sleep, isOver: () => false, onEnd: () => () => undefined, end: () => undefined }
    const fresh = makeTeam(this.#team.id, this.#send, { ...lifetime, within: (promise) => promise })
    await fresh.refresh()
    return isDeepStrictEqual(contentOf(fresh), contentOf(this.#team))
  }
}
