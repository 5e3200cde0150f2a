import { isIP } from "node:net"
import { Data, Effect } from "effect"
import { brokenUrlRule, httpsRule } from "../shared/ReceiverRules.ts"
import { isAllowed, mayReceive, type Networks } from "./PublicAddress.ts"

/** The URL cannot be a receiver; the message is one sentence. */
export class InvalidReceiver extends Data.TaggedError("InvalidReceiver")<{ readonly message: string }> {}

/** The host without the brackets of an IPv6 address. The URL parser has brought every spelling of an address to one. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1")

/** The rule that a host breaks; a name is judged when it is resolved, at each delivery. */
const brokenHostRule = (url: URL, allowed: Networks): string | undefined => {
  const host = hostOf(url)
  if (isIP(host) === 0) return undefined
  if (url.protocol === "http:" && !isAllowed(host, allowed)) return httpsRule
  return mayReceive(host, allowed) ? undefined : "must not be a private, local or reserved address"
}

const brokenRule = (url: URL | null, allowed: Networks): string | undefined => {
  const rule = brokenUrlRule(url)
  if (url === null || rule !== undefined) return rule
  return url.protocol === "http:" && allowed.length === 0 ? httpsRule : brokenHostRule(url, allowed)
}

/**
 * The URL in its normal form. Plain http is only for what `WEBHOOK_ALLOW` names: an address is judged here, a name at
 * each delivery.
 */
export const parseReceiver = (text: string, allowed: Networks): Effect.Effect<string, InvalidReceiver> => {
  const url = URL.parse(text)
  const rule = brokenRule(url, allowed)
  return url === null || rule !== undefined
    ? Effect.fail(new InvalidReceiver({ message: `The url ${rule}.` }))
    : Effect.succeed(url.href)
}

/** Whether a delivery may connect to the address that the URL's host is or resolves to. */
export const mayConnect = (url: URL, address: string, allowed: Networks): boolean =>
  url.protocol === "http:" ? isAllowed(address, allowed) : mayReceive(address, allowed)
