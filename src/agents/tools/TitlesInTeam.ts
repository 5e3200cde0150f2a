import type { EntityId } from "../../domain/entities/Ids.ts"
import type { EntityType, Objective, Team } from "../../domain/state/State.ts"
import { folded, queryWords } from "../../shared/NormalizedText.ts"

export interface Found {
  readonly type: EntityType
  readonly id: EntityId
  readonly title: string
  /** Of an objective or an initiative; null for none. */
  readonly owner: string | null
  readonly teamId: EntityId
  readonly objectiveId: EntityId | null
}

function* inObjective(teamId: EntityId, objective: Objective): Generator<Found> {
  const { id, title, owner } = objective
  const within = { teamId, objectiveId: id }
  yield { type: "objective", id, title, owner: owner || null, teamId, objectiveId: null }
  for (const { id, name } of objective.groups) yield { type: "group", id, title: name, owner: null, ...within }
  for (const { id, title, owner } of objective.initiatives) {
    yield { type: "initiative", id, title, owner: owner || null, ...within }
  }
  for (const { id, name } of objective.progress) yield { type: "progress", id, title: name, owner: null, ...within }
}

/** Everything in a team that has a title or a name, the team first. */
export function* titlesIn(team: Team): Generator<Found> {
  const teamId = team.id
  const within = { owner: null, teamId, objectiveId: null }
  yield { type: "team", id: teamId, title: team.name, ...within }
  for (const { id, title } of team.principles) yield { type: "principle", id, title, ...within }
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
