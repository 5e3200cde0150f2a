import { type ReadonlySignal, type Signal, signal } from "@preact/signals"
import type { Outcome } from "../../../domain/Outcome.ts"
import { rowOf } from "../../../shared/EventTypes.ts"
import type { Submission } from "../../contract/Api.ts"
import { refusalText } from "../../texts/FailureTexts.ts"
import * as texts from "../../texts/SharedTexts.ts"
import type { OutboxStorage, StoredEntry } from "./OutboxStorage.ts"
import type { Lane, SendLoop } from "./SendLoop.ts"

/** Where an input adds items, and of which type. */
export interface Place {
  readonly type: "principle" | "objective" | "group" | "initiative"
  readonly teamId: string
  /** The objective that gets it; undefined for what the team gets. */
  readonly objectiveId?: string | undefined
  /** The group that gets it. */
  readonly groupId?: string | undefined
}

export interface EnteredText {
  readonly text: string
  /** The idempotency key, and the id of the new item. */
  readonly key: string
  /** `waiting`: no answer came, it is sent again by itself. `refused`: the server rejected it, `reason` says why. */
  readonly phase: "sending" | "waiting" | "refused"
  readonly reason: string
}

/** The state of an input that adds items: the text being typed, and the texts entered that are not added yet. */
export interface NewItemInput {
  readonly typed: string
  readonly entered: ReadonlyArray<EnteredText>
}

/**
 * What is typed and entered to be added. The texts of a place are sent one after the other, so that the list has them in
 * the order of entering.
 */
export interface NewItems {
  readonly of: (place: Place) => ReadonlySignal<NewItemInput>
  readonly type: (place: Place, text: string) => void
  readonly enter: (place: Place, text: string) => void
  /** Sends a refused text again. */
  readonly sendAgain: (place: Place, entered: EnteredText) => void
  readonly discard: (place: Place, entered: EnteredText) => void
  /** Discards everything of a place. */
  readonly clear: (place: Place) => void
  /** The places with text that is not added. */
  readonly places: ReadonlySignal<ReadonlyArray<Place>>
  /** Takes over what a closed tab left, and sends it if it was entered. */
  readonly adopt: (stored: StoredEntry) => void
}

interface Dependencies {
  readonly loop: SendLoop
  readonly storage: OutboxStorage
  readonly newId: () => string
  readonly untilShown: (teamId: string, outcome: Outcome) => Promise<void>
  readonly onApplied: (place: Place, text: string, sequenceNumber: number) => void
}

interface StoredInput extends NewItemInput {
  readonly place: Place
}

interface Entry {
  readonly place: Place
  readonly input: Signal<NewItemInput>
  readonly lane: Lane
}

const keyOf = ({ type, teamId, objectiveId, groupId }: Place): string =>
  [type, teamId, objectiveId, groupId].filter(Boolean).join(" ")

const submissionOf = ({ type, teamId, objectiveId, groupId }: Place, { key, text }: EnteredText): Submission => ({
  key,
  body: {
    eventType: `create_${type}`,
    targetId: objectiveId ?? teamId,
    data: { id: key, [rowOf(type).label]: text, ...(groupId !== undefined && { groupId }) }
  }
})

export const makeNewItems = ({ loop, storage, newId, untilShown, onApplied }: Dependencies): NewItems => {
  const entries = new Map<string, Entry>()
  const places = signal<ReadonlyArray<Place>>([])

  const put = ({ place, input }: Entry, next: NewItemInput): void => {
    input.value = next
    const isFilled = next.typed !== "" || next.entered.length > 0
    const others = places.peek().filter((other) => keyOf(other) !== keyOf(place))
    if (isFilled === (others.length === places.peek().length)) places.value = isFilled ? [...others, place] : others
    storage.put(`new ${keyOf(place)}`, isFilled ? { place, ...next } : undefined)
  }
  /** Changes one entered text; undefined removes it. */
  const update = (entry: Entry, key: string, change: Partial<EnteredText> | undefined): void => {
    const now = entry.input.peek()
    const entered = now.entered.flatMap((one) => (one.key !== key ? one : change ? { ...one, ...change } : []))
    put(entry, { ...now, entered })
  }
  const makeEntry = (place: Place): Entry => {
    const input = signal<NewItemInput>({ typed: "", entered: [] })
    const isNext = ({ phase }: EnteredText): boolean => phase !== "refused"
    const next: Lane["next"] = () => {
      const first = input.peek().entered.find(isNext)
      if (first?.phase === "waiting") update(entry, first.key, { phase: "sending" })
      return first && submissionOf(place, first)
    }
    const onAnswer: Lane["onAnswer"] = async ({ key }, answer) => {
      const text = input.peek().entered.find((one) => one.key === key)?.text ?? ""
      const reason = refusalText(answer)
      if (answer.ok && answer.value.status === "applied") {
        await untilShown(place.teamId, answer.value)
        onApplied(place, text, answer.value.sequenceNumber)
      }
      update(entry, key, reason === "" ? undefined : { phase: "refused", reason })
    }
    const onNoAnswer = (): void => {
      const now = input.peek()
      put(entry, { ...now, entered: now.entered.map((one) => (isNext(one) ? { ...one, phase: "waiting" } : one)) })
    }
    const entry: Entry = { place, input, lane: { next, onAnswer, onNoAnswer } }
    return entry
  }
  const of = (place: Place): Entry => {
    const entry = entries.get(keyOf(place)) ?? makeEntry(place)
    entries.set(keyOf(place), entry)
    return entry
  }
  const send = (entry: Entry): void => void loop.run(entry.lane)
  return {
    of: (place) => of(place).input,
    type: (place, typed) => put(of(place), { ...of(place).input.peek(), typed }),
    enter: (place, text) => {
      const entry = of(place)
      const { entered } = entry.input.peek()
      put(entry, { typed: "", entered: [...entered, { text, key: newId(), phase: "sending", reason: "" }] })
      send(entry)
    },
    sendAgain: (place, { key }) => {
      // The key has its answer: what is sent again is another submission.
      update(of(place), key, { key: newId(), phase: "sending", reason: "" })
      send(of(place))
    },
    discard: (place, { key }) => update(of(place), key, undefined),
    clear: (place) => put(of(place), { typed: "", entered: [] }),
    places,
    adopt: ({ value, forget }) => {
      const { place, typed = "", entered = [] }: Partial<StoredInput> = Object(value)
      forget()
      if (place?.type === undefined) return
      const entry = of(place)
      const here = entry.input.peek()
      // Where something else is typed here, it is listed for the user to enter.
      const unsaved: EnteredText = { text: typed, key: newId(), phase: "refused", reason: texts.common.unsaved }
      const isListed = here.typed !== "" && typed !== ""
      put(entry, {
        typed: here.typed || typed,
        entered: [...here.entered, ...entered, ...(isListed ? [unsaved] : [])]
      })
      send(entry)
    }
  }
}
