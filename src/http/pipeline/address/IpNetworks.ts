import { Effect, Option, Result, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

const message = "must list IP addresses and networks such as 10.0.0.0/8 or 2001:db8::1, separated by commas"

/** Bounds the work of comparing an address with each of them. */
const maxNetworks = 1_000

/** Bits of the prefix of IPv4-mapped IPv6 addresses. */
const mappedPrefix = 96

/** Addresses that are compared are IPv4 where possible, so mapped networks are converted to IPv4 too. */
const withoutMapping = (network: IpNetwork.IpNetwork): IpNetwork.IpNetwork => {
  const { address, prefixLength } = network
  if (!NetAddress.isIpv6Address(address) || prefixLength < mappedPrefix) return network
  return Option.match(NetAddress.fromIpv4Mapped(address), {
    onNone: () => network,
    onSome: (mapped) => IpNetwork.makeUnsafe(mapped, prefixLength - mappedPrefix)
  })
}

const parseOne = (text: string): Result.Result<IpNetwork.IpNetwork, NetAddress.NetAddressError> =>
  Result.map(
    text.includes("/")
      ? IpNetwork.fromString(text)
      : Result.flatMap(NetAddress.ipFromString(text), (address) => IpNetwork.make(address, NetAddress.width(address))),
    withoutMapping
  )

const parse = (text: string): Result.Result<ReadonlyArray<IpNetwork.IpNetwork>, NetAddress.NetAddressError> =>
  Result.all(text.split(",", maxNetworks + 1).map((each) => parseOne(each.trim())))

/** Networks as text: addresses or CIDRs, separated by commas. A CIDR with host bits is refused. */
export const IpNetworks = Schema.String.pipe(
  Schema.decodeTo(
    Schema.Array(Schema.declare(IpNetwork.isIpNetwork)),
    SchemaTransformation.transformEffect({
      decode: (text, options) => {
        const networks = parse(text)
        return Result.isSuccess(networks) && networks.success.length <= maxNetworks
          ? Effect.succeed(networks.success)
          : Effect.fail(new SchemaIssue.InvalidValue({ message }, text, options))
      },
      encode: (networks) => Effect.succeed(networks.map(IpNetwork.format).join(","))
    })
  )
)
export type IpNetworks = typeof IpNetworks.Type
