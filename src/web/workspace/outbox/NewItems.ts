import type { Outcome } from "../../../domain/Outcome.ts"
import { rowOf } from "../../../shared/EventTypes.ts"
import type { Submission } from "../../contract/PageApi.ts"
import { refusalText } from "../../texts/FailureTexts.ts"
import * as texts from "../../texts/SharedTexts.ts"
import { type Entries, type Form, type Keeping, makeEntries } from "./Entries.ts"

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
  /** `refused`: the server rejected it, `reason` says why. */
  readonly phase: "sending" | "refused"
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
export interface NewItems extends Entries<Place, NewItemInput> {
  readonly type: (place: Place, text: string) => void
  /** Returns the id that the new item gets. */
  readonly enter: (place: Place, text: string) => string
  /** Sends a refused text again. */
  readonly sendAgain: (place: Place, entered: EnteredText) => void
  /** Discards one of the texts entered. */
  readonly remove: (place: Place, entered: EnteredText) => void
}

interface Dependencies extends Keeping {
  readonly newId: () => string
  readonly untilShown: (teamId: string, outcome: Outcome) => Promise<void>
  readonly onApplied: (place: Place, text: string, sequenceNumber: number) => void
}

export const emptyInput: NewItemInput = { typed: "", entered: [] }

const kept = (input: NewItemInput): NewItemInput | undefined =>
  input.typed === "" && input.entered.length === 0 ? undefined : input

/** With other texts in the place of one that was entered. */
const replaced = (input: NewItemInput, key: string, next: ReadonlyArray<EnteredText>): NewItemInput | undefined =>
  kept({ ...input, entered: input.entered.flatMap((one) => (one.key === key ? next : one)) })

const submissionOf = ({ type, teamId, objectiveId, groupId }: Place, { key, text }: EnteredText): Submission => ({
  key,
  body: {
    eventType: `create_${type}`,
    targetId: objectiveId ?? teamId,
    data: { id: key, [rowOf(type).label]: text, ...(groupId !== undefined && { groupId }) }
  }
})

const formOf = ({ newId, untilShown, onApplied }: Dependencies): Form<Place, NewItemInput> => ({
  name: "new",
  maxUnderWay: 1,
  keyOf: ({ type, teamId, objectiveId, groupId }) => [type, teamId, objectiveId, groupId].filter(Boolean).join(" "),
  next: ({ target, value }) => {
    const first = value.entered.find(({ phase }) => phase !== "refused")
    return first && submissionOf(target, first)
  },
  onOutcome: async ({ target, value }, { key }, outcome) => {
    if (outcome.status !== "applied") return
    await untilShown(target.teamId, outcome)
    onApplied(target, value.entered.find((one) => one.key === key)?.text ?? "", outcome.sequenceNumber)
  },
  answered: ({ value }, { key }, answer) => {
    const reason = refusalText(answer)
    const refused = value.entered.filter((one) => one.key === key && reason !== "")
    return replaced(
      value,
      key,
      refused.map((one) => ({ ...one, phase: "refused", reason }))
    )
  },
  stored: ({ target, value }) => ({ value: { place: target, ...value } }),
  read: ({ value }) => {
    const { place, typed = "", entered = [] }: Partial<NewItemInput & { readonly place: Place }> = Object(value)
    return place?.type === undefined ? undefined : { target: place, value: { typed, entered } }
  },
  // Where something else is typed here, it is listed for the user to enter.
  merged: (here, { typed, entered }) => {
    const unsaved: EnteredText = { text: typed, key: newId(), phase: "refused", reason: texts.common.unsaved }
    const isListed = here.typed !== "" && typed !== ""
    return {
      typed: here.typed || typed,
      entered: [...here.entered, ...entered, ...(isListed ? [unsaved] : [])]
    }
  }
})

export const makeNewItems = (dependencies: Dependencies): NewItems => {
  const { newId } = dependencies
  const entries = makeEntries(formOf(dependencies), dependencies)
  const { change, send } = entries
  const sending = (text: string): EnteredText => ({ text, key: newId(), phase: "sending", reason: "" })
  return {
    ...entries,
    type: (place, typed) => change(place, (now = emptyInput) => kept({ ...now, typed })),
    enter: (place, text) => {
      const next = sending(text)
      change(place, ({ entered } = emptyInput) => ({ typed: "", entered: [...entered, next] }))
      void send(place)
      return next.key
    },
    sendAgain: (place, { key, text }) => {
      // The key has its answer: what is sent again is another submission.
      change(place, (now = emptyInput) => replaced(now, key, [sending(text)]))
      void send(place)
    },
    remove: (place, { key }) => change(place, (now = emptyInput) => replaced(now, key, []))
  }
}
