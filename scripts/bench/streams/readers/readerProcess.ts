import { answer, processorTime } from "../../ProtocolServer.ts"
import type { ReadersProtocol } from "./ReadersProtocol.ts"
import { StreamGroup } from "./StreamGroup.ts"

const groups: Array<StreamGroup> = []

const of = (group: number): StreamGroup => {
  const found = groups[group]
  if (found === undefined) throw new Error(`there is no group ${group}`)
  return found
}

answer<ReadersProtocol>({
  open: (opening) => {
    const group = new StreamGroup(opening)
    return group.open(groups.push(group) - 1)
  },
  reach: ({ group, position }) => of(group).reach(position),
  keepArrivals: ({ group, on }) => of(group).keepArrivals(on),
  restart: (group) => of(group).restart(),
  bytes: (group) => of(group).bytes,
  report: (group) => of(group).report(),
  drain: ({ group, milliseconds }) => of(group).drain(milliseconds),
  processorTime
})
