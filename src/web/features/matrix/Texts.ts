import { texts as shared } from "../../texts/Texts.ts"

const objectives = (count: number): string => (count === 1 ? "1 objective" : `${count} objectives`)

const principles = (count: number): string => (count === 1 ? "1 principle" : `${count} principles`)

const matrix = {
  caption: "Which objective serves which principle",
  objective: "Objective",
  total: "Total",
  objectives: "Objectives",
  hint: "Arrow keys move, Space links and unlinks.",
  noPrinciple: "no principle",
  noObjective: "no objective",
  withoutPrinciple: (count: number) => `${objectives(count)} without a principle`,
  withoutObjective: (count: number) => `${principles(count)} without an objective`,
  complete: "Every objective has a principle, and every principle an objective.",
  linked: "linked",
  notLinked: "not linked",
  linksTo: (principle: string) => `Link to ${principle}`,
  empty: "There is nothing to link yet",
  emptyHint: "The matrix shows objectives beside principles: add one of each on the board.",
  toBoard: "To the board"
}

/** The feature's texts together with the shared ones. */
export const texts = { ...shared, matrix }
