import type { Team } from "../../domain/state/State.ts"

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/gu
const letters = /\p{L}/gu

/** UTF-16 units of a text that are looked at. */
const sampledLength = 250

/** Whether most letters of the team's texts run from right to left. */
export const isRightToLeft = ({ name, principles, objectives }: Team): boolean => {
  let [right, all] = [0, 0]
  const texts = [name, ...principles.map(({ title }) => title), ...objectives.map(({ title }) => title)]
  for (const text of texts) {
    const sample = text.slice(0, sampledLength)
    right += sample.match(rightToLeft)?.length ?? 0
    all += sample.match(letters)?.length ?? 0
  }
  return right * 2 > all
}
