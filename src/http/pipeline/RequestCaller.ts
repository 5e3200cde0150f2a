import type { Context } from "effect"
import { type ClientAddress, networkOf, originOf } from "./address/ClientAddress.ts"
import { IdentifiedRequest } from "./IdentifiedRequest.ts"

/** Whose Node request it is, for fair shares: the user whose session has been looked up, else the client's network. */
export const callerOf = (source: unknown, addressOf: Context.Service.Shape<typeof ClientAddress>): string => {
  const request = source instanceof IdentifiedRequest ? source : undefined
  return request?.username === undefined
    ? `address ${networkOf(addressOf(originOf(request)))}`
    : `user ${request.username}`
}
