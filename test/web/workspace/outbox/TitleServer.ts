import { Option } from "effect"
import type { LoggedEvent } from "../../../../src/domain/Event.ts"
import { evolve } from "../../../../src/domain/Evolve.ts"
import { answerOf, type Outcome, outcomeOfDecision } from "../../../../src/domain/Outcome.ts"
import type { State } from "../../../../src/domain/state/State.ts"
import { findTeam } from "../../../../src/domain/state/State.ts"
import { objectivesView } from "../../../../src/domain/views/Views.ts"
import type { SeenValue, SentValue } from "../../../../src/web/workspace/outbox/Edit.ts"
import { decideIn, example, id } from "../../../domain/ExampleStrategy.ts"

export interface AppliedEvent {
  readonly user: number
  readonly event: LoggedEvent
}

/** The server for one objective's title: it decides by the domain's rules and repeats its answer to a known key. */
export const titleServer = () => {
  let state: State = example
  const answers = new Map<string, Outcome>()
  const applied: Array<AppliedEvent> = []
  let conflicts = 0
  return {
    applied,
    conflicts: () => conflicts,
    shown: (): SeenValue<string> => {
      const team = Option.getOrUndefined(findTeam(state, id.team))
      const view = team === undefined ? undefined : objectivesView(team)
      const found = view?.objectives.find((objective) => objective.id === id.objective)
      return { value: found?.title ?? "", sequenceNumber: view?.sequenceNumber ?? 0 }
    },
    submit: (user: number, sent: SentValue): Outcome => {
      const known = answers.get(sent.key)
      if (known !== undefined) return known
      const decision = decideIn(state, {
        eventType: "update_objective_title",
        targetId: id.objective,
        data: { title: sent.value },
        lastSeenSequence: sent.lastSeen
      })
      const outcome = answerOf(outcomeOfDecision(decision))
      answers.set(sent.key, outcome)
      if (decision.status === "no_change") return outcome
      if (outcome.conflictingServerValue !== null) conflicts += 1
      if (decision.status === "applied") applied.push({ user, event: decision.event })
      state = evolve(state, decision.event).state
      return outcome
    }
  }
}
