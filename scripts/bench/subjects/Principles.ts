import * as Bare from "../contenders/Bare.ts"
import { reading } from "./Reading.ts"

export const principles = reading({
  name: "principles",
  about: "A view of a team's principles, against Node's HTTP server with the same bytes in memory",
  view: "principles",
  conditional: false,
  beside: ({ answer, ours }) => Bare.start(answer, ours.headers),
  bound: 0.45
})
