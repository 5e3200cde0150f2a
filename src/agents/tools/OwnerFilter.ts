import { Effect, HashMap } from "effect"
import { UserStore } from "../../accounts/users/UserStore.ts"
import type { State } from "../../domain/state/State.ts"
import { folded, queryWords } from "../../shared/NormalizedText.ts"
import { nearest } from "../../shared/words/Choices.ts"
import { namesOf, ownedBy } from "../../shared/words/Owners.ts"
import { currentCaller } from "../Caller.ts"
import { faultText, refused, type ToolRefused } from "../ToolRefused.ts"

type IsOwner = (owner: string) => boolean

const maxWords = 10

/** Whether an owner has all words of a name, whole ones, whatever their case and accents. */
const named = (name: string): IsOwner => {
  const words = queryWords(name, maxWords)
  return (owner) => {
    const found = new Set(folded(owner).split(" "))
    return words.length > 0 && words.every((word) => found.has(word))
  }
}

const ownersIn = Effect.fnUntraced(function* (state: State) {
  const owners = new Set<string>()
  for (const { objectives } of HashMap.values(state.teams)) {
    yield* Effect.yieldNow
    for (const { owner } of objectives) if (owner !== "") owners.add(owner)
  }
  return [...owners]
})

/**
 * Makes the function that tells whom an argument means: who has these words in the name, whether objectives name the person by the
 * username or the display name; `me`, the user of the token; `unowned`, nobody. Undefined means everybody.
 */
export const make = Effect.gen(function* () {
  const users = yield* UserStore

  return Effect.fnUntraced(
    function* (asked: string | undefined, state: State) {
      if (asked === undefined) return () => true
      const who = folded(asked)
      if (who === " unowned") return (owner) => owner === ""
      const isAsked = named(asked)
      const people =
        who === " me"
          ? [yield* currentCaller]
          : (yield* users.list).filter((user) => namesOf(user).some((name) => isAsked(name) || folded(name) === who))
      const isTheirs = ownedBy(people)
      const isOwner: IsOwner = (owner) => isTheirs(owner) || (who !== " me" && isAsked(owner))
      if (people.length > 0) return isOwner
      const owners = yield* ownersIn(state)
      if (owners.some(isOwner)) return isOwner
      const near = nearest(asked, owners)
      return yield* refused(
        `No objective has the owner ${asked}${near === undefined ? ", and none has any" : `; the nearest is ${near}`}. Send words of the owner's name, me or unowned.`
      )
    },
    Effect.catchTag("StorageError", (error): Effect.Effect<IsOwner, ToolRefused> => refused(faultText(error)))
  )
})
