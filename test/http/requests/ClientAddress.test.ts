import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { Headers } from "effect/http"
import { clientAddressBehind, networkOf } from "../../../src/http/pipeline/address/ClientAddress.ts"
import { IpNetworks } from "../../../src/http/pipeline/address/IpNetworks.ts"

const trusting = (proxies: string) =>
  clientAddressBehind(proxies === "" ? [] : Schema.decodeUnknownSync(IpNetworks)(proxies))

const addressOf = (proxies: string, peer: string | undefined, forwarded?: string): string =>
  trusting(proxies)({
    remoteAddress: Option.fromUndefinedOr(peer),
    headers: Headers.fromInput(forwarded === undefined ? {} : { "x-forwarded-for": forwarded })
  })

const proxies = "10.0.0.0/8,2001:db8:ffff::/48"

const cases: ReadonlyArray<readonly [string, string, string | undefined, string | undefined, string]> = [
  ["no header", proxies, "198.51.100.7", undefined, "198.51.100.7"],
  ["a header from nobody who is trusted", proxies, "198.51.100.7", "203.0.113.9", "198.51.100.7"],
  ["a header while no proxy is trusted", "", "10.0.0.1", "203.0.113.9", "10.0.0.1"],
  ["a proxy without a header", proxies, "10.0.0.1", undefined, "10.0.0.1"],
  ["a proxy's client", proxies, "10.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["what a client claims before the proxy's entry", proxies, "10.0.0.1", "1.1.1.1, 203.0.113.9", "203.0.113.9"],
  ["a claim to be a proxy", proxies, "10.0.0.1", "1.1.1.1, 10.9.9.9,203.0.113.9", "203.0.113.9"],
  ["several proxies", proxies, "10.0.0.1", "203.0.113.9, 10.0.0.3,10.0.0.2", "203.0.113.9"],
  ["nothing but proxies", proxies, "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
  ["an entry that is no address", proxies, "10.0.0.1", "203.0.113.9, unknown, 10.0.0.2", "10.0.0.2"],
  ["an empty entry", proxies, "10.0.0.1", "203.0.113.9,", "10.0.0.1"],
  ["an empty header", proxies, "10.0.0.1", "", "10.0.0.1"],
  ["a port", proxies, "10.0.0.1", "203.0.113.9:4711", "203.0.113.9"],
  ["brackets and a port", proxies, "10.0.0.1", "[2001:DB8:0:0::9]:4711", "2001:db8::9"],
  ["an entry in brackets", proxies, "10.0.0.1", "[2001:db8::9]", "2001:db8::9"],
  ["IPv4 as IPv6, of the socket", proxies, "::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["IPv4 as IPv6, of an entry", proxies, "10.0.0.1", "203.0.113.9, ::FFFF:10.0.0.2", "203.0.113.9"],
  ["IPv4 as IPv6, of a client", proxies, "::ffff:198.51.100.7", undefined, "198.51.100.7"],
  ["a proxy on IPv6", proxies, "2001:db8:ffff::1", "203.0.113.9", "203.0.113.9"],
  ["a neighbour's zone", "fe80::1", "fe80::1%eth0", "203.0.113.9", "203.0.113.9"],
  ["a socket that is gone", proxies, undefined, "203.0.113.9", "unknown"],
  ["more proxies than are believed", proxies, "10.0.0.1", `203.0.113.9${",10.0.0.2".repeat(1_900)}`, "10.0.0.2"],
  ["an enormous entry", proxies, "10.0.0.1", `203.0.113.9,${"1".repeat(16_000)}`, "10.0.0.1"],
  ["commas alone", proxies, "10.0.0.1", ",".repeat(16_000), "10.0.0.1"]
]

describe("ClientAddress", () => {
  it.each(cases)("with %s", (_, trusted, peer, forwarded, expected) => {
    assert.strictEqual(addressOf(trusted, peer, forwarded), expected)
  })

  it("identifies an IPv6 client by its network, and an IPv4 client by its address", () => {
    assert.deepStrictEqual(["2001:db8:1:2:3::4", "203.0.113.9", "unknown"].map(networkOf), [
      "2001:db8:1:2::/64",
      "203.0.113.9",
      "unknown"
    ])
  })
})
