import { Context, Option, Result } from "effect"
import type { HttpServerRequest } from "effect/http"
import { IpNetwork, NetAddress } from "effect/net"
import type { IpNetworks } from "./IpNetworks.ts"

type Request = Pick<HttpServerRequest.HttpServerRequest, "remoteAddress"> & {
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** Used when the socket has no address any more, since the client has left. */
const noAddress = "unknown"

/** The longest chain of proxies that is followed; no sensible deployment has so many. */
const maxHops = 32

/** In characters; the longest address in brackets with a port is shorter. */
const maxEntryLength = 64

/** Parses one address. As is common in `X-Forwarded-For`, it may be in brackets and be followed by a port. */
const parseEntry = (text: string): NetAddress.IpAddress | undefined => {
  if (text.length > maxEntryLength) return undefined
  const plain = NetAddress.ipFromString(text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text)
  const address = Result.isSuccess(plain)
    ? plain
    : Result.map(NetAddress.inetAddressFromString(text), ({ address }) => address)
  return Result.isSuccess(address) ? NetAddress.toCanonical(address.success) : undefined
}

/** Parses the socket's address without its zone (`%eth0`), which names an interface of the server and not the client. */
const parsePeer = (text: string) => parseEntry(text.split("%", 1)[0] ?? "")

/** The entries from the last to the first, read lazily since the header may be long. */
function* entriesFromRight(header: string): Generator<string> {
  let end = header.length
  while (end >= 0) {
    const comma = end === 0 ? -1 : header.lastIndexOf(",", end - 1)
    yield header.slice(comma + 1, end).trim()
    end = comma
  }
}

/**
 * Finds the address of a request's client: the socket's, or, if that is a trusted proxy, the rightmost one in
 * `X-Forwarded-For` that is not a trusted proxy. If the header ends or is invalid before that, it is the last proxy found.
 */
export const clientAddressBehind = (proxies: IpNetworks) => {
  const isTrusted = (address: NetAddress.IpAddress) => proxies.some((network) => IpNetwork.contains(network, address))
  return ({ remoteAddress, headers }: Request): string => {
    const peer = Option.getOrElse(remoteAddress, () => noAddress)
    const parsed = parsePeer(peer)
    if (parsed === undefined) return peer
    const forwarded = headers["x-forwarded-for"]
    let client = parsed
    let hops = 0
    for (const entry of forwarded === undefined ? [] : entriesFromRight(forwarded)) {
      if (!isTrusted(client) || hops++ === maxHops) break
      const next = parseEntry(entry)
      if (next === undefined) break
      client = next
    }
    return NetAddress.formatIp(client)
  }
}

/** Gives the address of a request's client in canonical form, as IPv4 where possible. By default no proxy is trusted. */
export const ClientAddress = Context.Reference("strategy/http/ClientAddress", {
  defaultValue: () => clientAddressBehind([])
})

/** Node's request, as far as it tells where it comes from. */
export interface RequestOrigin {
  readonly socket?: { readonly remoteAddress?: string | undefined } | undefined
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
}

/** The parts of Node's request by which its client's address is found; of a repeated header nothing. */
export const originOf = (request: RequestOrigin | undefined): Request => {
  const forwarded = request?.headers["x-forwarded-for"]
  return {
    remoteAddress: Option.fromUndefinedOr(request?.socket?.remoteAddress),
    headers: typeof forwarded === "string" ? { "x-forwarded-for": forwarded } : {}
  }
}

/** In IPv6 one client usually has a network of 2⁶⁴ addresses. */
const ipv6ClientBits = 64

/** What counts as one client for limits and shares: an IPv4 address, or an IPv6 network of 64 bits. */
export const networkOf = (address: string): string => {
  const parsed = NetAddress.ipFromString(address)
  if (Result.isFailure(parsed) || !NetAddress.isIpv6Address(parsed.success)) return address
  return Result.match(IpNetwork.fromAddress(parsed.success, ipv6ClientBits), {
    onFailure: () => address,
    onSuccess: IpNetwork.format
  })
}
