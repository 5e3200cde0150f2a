import { Option } from "effect"
import type { LoggedEvent } from "../../../src/domain/Event.ts"
import { evolve } from "../../../src/domain/Evolve.ts"
import { noChange, type Outcome, outcomeOfDecision } from "../../../src/domain/Outcome.ts"
import type { State } from "../../../src/domain/state/State.ts"
import { findTeam } from "../../../src/domain/state/State.ts"
import { objectivesView } from "../../../src/domain/views/Views.ts"
import type { Seen, Sent } from "../../../src/web/workspace/Draft.ts"
import { decideIn, example, id } from "../../domain/ExampleStrategy.ts"

export interface Applied {
  readonly person: number
  readonly event: LoggedEvent
}

/** The server's side of one objective's title: the domain's own rules, and each key answered once and for all. */
export const desk = () => {
  let state: State = example
  const answers = new Map<string, Outcome>()
  const applied: Array<Applied> = []
  let conflicts = 0
  return {
    applied,
    rejected: () => conflicts,
    shown: (): Seen => {
      const team = Option.getOrUndefined(findTeam(state, id.team))
      const view = team === undefined ? undefined : objectivesView(team)
      const found = view?.objectives.find((objective) => objective.id === id.objective)
      return { text: found?.title ?? "", sequenceNumber: view?.sequenceNumber ?? 0 }
    },
    submit: (person: number, sent: Sent): Outcome => {
      const known = answers.get(sent.key)
      if (known !== undefined) return known
      const decision = decideIn(state, {
        eventType: "update_objective_title",
        targetId: id.objective,
        data: { title: sent.text },
        lastSeenSequence: sent.lastSeen
      })
      const outcome = decision.status === "no_change" ? noChange : outcomeOfDecision(decision)
      answers.set(sent.key, outcome)
      if (decision.status === "no_change") return outcome
      if (outcome.conflictingServerValue !== null) conflicts += 1
      if (decision.status === "applied") applied.push({ person, event: decision.event })
      state = evolve(state, decision.event).state
      return outcome
    }
  }
}
