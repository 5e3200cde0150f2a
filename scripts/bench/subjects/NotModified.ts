import * as Bare from "../contenders/Bare.ts"
import { reading } from "./Reading.ts"

export const notModified = reading({
  name: "not-modified",
  about: "The same view for a client that has it already, against Node's HTTP server that only compares the ETag",
  view: "objectives",
  conditional: true,
  beside: ({ answer, ours }) => Bare.start(answer, ours.headers),
  bound: 0.5
})
