import { Context, Option, Result } from "effect"
import type { HttpServerRequest } from "effect/http"
import { IpNetwork, NetAddress } from "effect/net"
import type { TrustedProxies } from "./TrustedProxies.ts"

type Request = Pick<HttpServerRequest.HttpServerRequest, "remoteAddress"> & {
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** The address of a request whose socket has none any more, since its client has left. */
const noAddress = "unknown"

/** Proxies in a row that are believed; no sensible deployment has so many. */
const maxHops = 32

/** In characters: the longest address, in brackets and with a port. */
const maxEntryLength = 64

/** One address; as it is common for `X-Forwarded-For`, in brackets or followed by a port as well. */
const parseEntry = (text: string): NetAddress.IpAddress | undefined => {
  if (text.length > maxEntryLength) return undefined
  const plain = NetAddress.ipFromString(text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text)
  const address = Result.isSuccess(plain)
    ? plain
    : Result.map(NetAddress.inetAddressFromString(text), ({ address }) => address)
  return Result.isSuccess(address) ? NetAddress.toCanonical(address.success) : undefined
}

/** The socket's address; a zone (`%eth0`) says where the server hears a neighbour, not who that is. */
const parsePeer = (text: string) => parseEntry(text.split("%", 1)[0] ?? "")

/** The entries from the last to the first. Reads no more of a long header than is asked for. */
function* fromTheRight(header: string): Generator<string> {
  let end = header.length
  while (end >= 0) {
    const comma = end === 0 ? -1 : header.lastIndexOf(",", end - 1)
    yield header.slice(comma + 1, end).trim()
    end = comma
  }
}

/**
 * The address of a request's client: the socket's, or, when that is a trusted proxy's, the rightmost in `X-Forwarded-For`
 * that is none. Where the header ends or cannot be read, it is the last proxy's that was reached.
 */
export const behind = (proxies: TrustedProxies) => {
  const isTrusted = (address: NetAddress.IpAddress) => proxies.some((network) => IpNetwork.contains(network, address))
  return ({ remoteAddress, headers }: Request): string => {
    const peer = Option.getOrElse(remoteAddress, () => noAddress)
    const parsed = parsePeer(peer)
    if (parsed === undefined) return peer
    const forwarded = headers["x-forwarded-for"]
    let client = parsed
    let hops = 0
    for (const entry of forwarded === undefined ? [] : fromTheRight(forwarded)) {
      if (!isTrusted(client) || hops++ === maxHops) break
      const next = parseEntry(entry)
      if (next === undefined) break
      client = next
    }
    return NetAddress.formatIp(client)
  }
}

/** Gives a request's client's address in its one normal form, IPv4 wherever possible. Without settings no proxy is trusted. */
export const ClientAddress = Context.Reference("strategy/http/ClientAddress", { defaultValue: () => behind([]) })

/** In IPv6 one client has at least 2⁶⁴ addresses, those with the same first half. */
const ipv6ClientBits = 64

/** What counts as one client where clients share something: its IPv4 address, or its IPv6 network. */
export const networkOf = (address: string): string => {
  const parsed = NetAddress.ipFromString(address)
  if (Result.isFailure(parsed) || !NetAddress.isIpv6Address(parsed.success)) return address
  return Result.match(IpNetwork.fromAddress(parsed.success, ipv6ClientBits), {
    onFailure: () => address,
    onSuccess: IpNetwork.format
  })
}
