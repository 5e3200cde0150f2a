import { Option, Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

export type Networks = ReadonlyArray<IpNetwork.IpNetwork>

const networks = (...texts: ReadonlyArray<string>): Networks => texts.map(IpNetwork.fromStringUnsafe)

/** The blocks of IANA's registry of special IPv4 addresses that are not reachable from everywhere, and multicast. */
const specialIpv4 = networks(
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3"
)

/** Everything else in IPv6 is loopback, link-local, unique local, multicast, site-local, translated or not assigned. */
const globalIpv6 = networks("2000::/3")

/** Protocol assignments with Teredo, documentation, 6to4. */
const specialIpv6 = networks("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")

/** NAT64: the last 32 bits of such an address are an IPv4 address. */
const nat64 = IpNetwork.fromStringUnsafe("64:ff9b::/96")

const isIn = (among: Networks, address: NetAddress.IpAddress): boolean =>
  among.some((network) => IpNetwork.contains(network, address))

/** The IPv4 address that an IPv6 address contains, or else the address itself. */
const embeddedIpv4 = (address: NetAddress.Ipv6Address): NetAddress.IpAddress => {
  const octets = NetAddress.ipv6ToOctets(address)
  return IpNetwork.contains(nat64, address)
    ? NetAddress.ipv4FromBytesUnsafe(Uint8Array.from(octets.slice(12)))
    : Option.getOrElse(NetAddress.fromIpv4Mapped(address), () => address)
}

const withoutTranslation = (address: NetAddress.IpAddress): NetAddress.IpAddress =>
  NetAddress.isIpv6Address(address) ? embeddedIpv4(address) : address

/** Whether an address is reachable from everywhere, so that no machine of the server's own network can answer there. */
const isPublic = (address: NetAddress.IpAddress): boolean =>
  NetAddress.isIpv4Address(address)
    ? !isIn(specialIpv4, address)
    : isIn(globalIpv6, address) && !isIn(specialIpv6, address)

/** An address as text, without the zone, which names an interface of this machine. */
const parse = (text: string): NetAddress.IpAddress | undefined =>
  Option.getOrUndefined(Result.getSuccess(NetAddress.ipFromString(text)))

/** Whether the setting names the address. */
export const isAllowed = (text: string, allowed: Networks): boolean => {
  const address = parse(text)
  return address !== undefined && isIn(allowed, withoutTranslation(address))
}

/** Whether deliveries may go to the address: it is public, or the setting names it. */
export const mayReceive = (text: string, allowed: Networks): boolean => {
  const address = parse(text)
  return address !== undefined && (isPublic(withoutTranslation(address)) || isAllowed(text, allowed))
}
