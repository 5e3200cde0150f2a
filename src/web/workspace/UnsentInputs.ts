import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals"
import type { EventData } from "../../domain/Event.ts"
import type { EntityType } from "../../shared/Entities.ts"
import { retryDelayMs } from "../live/RetryDelay.ts"
import type { TextStore } from "../session/TextStore.ts"
import { refusalText } from "../texts/FailureTexts.ts"
import type { Lifetime } from "./Lifetime.ts"
import type { Submissions } from "./Submissions.ts"

/** The event that adds an entity to `targetId`, which is in the team `teamId` or is the team. */
export interface Creation {
  readonly eventType: `create_${EntityType}`
  readonly targetId: string
  readonly data: EventData
  readonly teamId: string
}

export interface EnteredText {
  readonly text: string
  readonly creation: Creation
  /** `waiting`: no answer came, it is sent again by itself. `refused`: the server rejected it, `reason` says why. */
  readonly phase: "sending" | "waiting" | "refused"
  readonly reason: string
}

/** The state of an input that adds entities: the text being typed, and the texts entered that are not added yet. */
export interface UnsentInput {
  readonly typed: string
  readonly entered: ReadonlyArray<EnteredText>
}

/**
 * What is typed and entered to be added; it survives a reload and the end of the session. `place` is the type of what is
 * added and the ids of its team, its objective and its group, if any, with points between them. The texts of a place are sent
 * one after the other, so that the list has them in the order of entering.
 */
export interface UnsentInputs {
  readonly of: (place: string) => Signal<UnsentInput>
  readonly enter: (place: string, text: string, creation: Creation) => void
  /** Sends a refused text again. */
  readonly sendAgain: (place: string, entered: EnteredText) => void
  readonly discard: (place: string, entered: EnteredText) => void
  /** The places with text that is not added. */
  readonly places: ReadonlySignal<ReadonlyArray<string>>
  /** Sends everything that waits for an answer. */
  readonly retry: () => void
}

/** Delays before unanswered texts are sent again, by the number of attempts that failed. */
const retryDelaysMs = [1000, 2000, 4000, 8000, 15_000]

/** The stored form has the text being typed on its first line, and a line of JSON for each text entered. */
const stored = ({ typed, entered }: UnsentInput): string =>
  [typed, ...entered.map(({ text, creation }) => JSON.stringify({ text, creation }))].join("\n")

const isEntered = (line: string): boolean => line.startsWith('{"text":')

/**
 * Lines of another form are from an earlier version of the page, which kept no event with a text: the user has to enter
 * those again.
 */
const parsed = (text: string): UnsentInput => {
  const lines = text.split("\n")
  return {
    typed: lines.filter((line) => !isEntered(line)).join(" "),
    entered: lines.filter(isEntered).map((line) => ({ ...JSON.parse(line), phase: "waiting", reason: "" }))
  }
}

interface Place {
  readonly input: Signal<UnsentInput>
  isSending: boolean
}

interface Dependencies {
  readonly userId: string
  readonly storage: TextStore
  readonly lifetime: Lifetime
  readonly create: Submissions["create"]
  readonly isSignedIn: () => boolean
}

/** Changes those entered texts for which `change` returns another one; undefined removes a text. */
const update = ({ input }: Place, change: (entered: EnteredText) => EnteredText | undefined): void => {
  const now = input.peek()
  input.value = { ...now, entered: now.entered.flatMap((entered) => change(entered) ?? []) }
}

export const makeUnsentInputs = (dependencies: Dependencies): UnsentInputs => {
  const { userId, storage, lifetime, create, isSignedIn } = dependencies
  const prefix = `strategy.adding.${userId}.`
  const places = new Map<string, Place>()
  const filled = signal<ReadonlyArray<string>>([])
  let failures = 0
  let cancelRetry = (): void => undefined

  const placeOf = (name: string): Place => {
    const known = places.get(name)
    if (known !== undefined) return known
    const key = `${prefix}${name}`
    const text = storage.get(key)
    const place = { input: signal(text === undefined ? { typed: "", entered: [] } : parsed(text)), isSending: false }
    places.set(name, place)
    lifetime.onEnd(
      effect(() => {
        const text = stored(place.input.value) || undefined
        storage.put(key, text)
        const before = filled.peek()
        if (before.includes(name) === (text === undefined))
          filled.value = text === undefined ? before.filter((other) => other !== name) : [...before, name]
      })
    )
    return place
  }

  const onNoAnswer = (place: Place): void => {
    update(place, (entered) => (entered.phase === "sending" ? { ...entered, phase: "waiting" } : entered))
    cancelRetry()
    cancelRetry = lifetime.after(retryDelayMs(failures++, retryDelaysMs), retry)
  }

  /** Continues until every text is added or refused, or an answer does not come. */
  const send = async (place: Place): Promise<void> => {
    if (place.isSending) return
    place.isSending = true
    for (;;) {
      const next = place.input.peek().entered.find(({ phase }) => phase !== "refused")
      if (next === undefined) break
      const { eventType, targetId, data, teamId } = next.creation
      const answer = await create(eventType, targetId, data, teamId)
      if (!answer.ok && answer.failure.kind !== "refused") {
        onNoAnswer(place)
        break
      }
      failures = 0
      const reason = refusalText(answer)
      update(place, (entered) => {
        if (entered !== next) return entered
        return reason === "" ? undefined : { ...entered, phase: "refused", reason }
      })
    }
    place.isSending = false
  }

  const retry = (): void => {
    cancelRetry()
    if (isSignedIn()) for (const place of places.values()) void send(place)
  }

  for (const key of storage.keys()) if (key.startsWith(prefix)) placeOf(key.slice(prefix.length))
  retry()
  return {
    of: (name) => placeOf(name).input,
    enter: (name, text, creation) => {
      const place = placeOf(name)
      const now = place.input.peek()
      place.input.value = { typed: "", entered: [...now.entered, { text, creation, phase: "sending", reason: "" }] }
      void send(place)
    },
    sendAgain: (name, again) => {
      const place = placeOf(name)
      update(place, (entered) => (entered === again ? { ...entered, phase: "sending", reason: "" } : entered))
      void send(place)
    },
    discard: (name, gone) => update(placeOf(name), (entered) => (entered === gone ? undefined : entered)),
    places: filled,
    retry
  }
}
