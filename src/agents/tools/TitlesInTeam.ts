import type { EntityId } from "../../domain/entities/Ids.ts"
import type { EntityType, Objective, Team } from "../../domain/state/State.ts"
import { folded, queryWords } from "../../shared/NormalizedText.ts"

export interface Found {
  readonly type: EntityType
  readonly id: EntityId
  readonly title: string
  readonly teamId: EntityId
  readonly objectiveId: EntityId | null
}

function* inObjective(teamId: EntityId, objective: Objective): Generator<Found> {
  const { id, title } = objective
  yield { type: "objective", id, title, teamId, objectiveId: null }
  for (const { id, name } of objective.groups)
    yield { type: "group", id, title: name, teamId, objectiveId: objective.id }
  for (const { id, title } of objective.initiatives) {
    yield { type: "initiative", id, title, teamId, objectiveId: objective.id }
  }
  for (const { id, name } of objective.progress) {
    yield { type: "progress", id, title: name, teamId, objectiveId: objective.id }
  }
}

/** Everything in a team that has a title or a name, the team first. */
export function* titlesIn(team: Team): Generator<Found> {
  const teamId = team.id
  yield { type: "team", id: teamId, title: team.name, teamId, objectiveId: null }
  for (const { id, title } of team.principles) yield { type: "principle", id, title, teamId, objectiveId: null }
  for (const objective of team.objectives) yield* inObjective(teamId, objective)
}

/** The number of words of a text that count, as on the page. */
const maxWords = 10

/** Whether a title contains all words of a text, case, accents and punctuation aside; none if there are no words. */
export const containing = (text: string): ((title: string) => boolean) => {
  const words = queryWords(text, maxWords)
  return (title) => {
    const found = folded(title)
    return words.length > 0 && words.every((word) => found.includes(word))
  }
}
