import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { IpNetwork } from "effect/net"
import { isAllowed, mayReceive } from "../../src/webhooks/PublicAddress.ts"
import { mayConnect, parseReceiver } from "../../src/webhooks/ReceiverUrl.ts"

const networks = (...texts: ReadonlyArray<string>) => texts.map(IpNetwork.fromStringUnsafe)

/** Kinds of addresses, each with an example. */
const refusedAddresses = [
  ["unspecified", "0.0.0.0"],
  ["this network", "0.1.2.3"],
  ["private", "10.1.2.3"],
  ["private", "172.16.0.1"],
  ["private", "172.31.255.255"],
  ["private", "192.168.1.1"],
  ["carrier-grade NAT", "100.64.0.1"],
  ["loopback", "127.0.0.1"],
  ["loopback", "127.255.0.9"],
  ["link-local, metadata of clouds", "169.254.169.254"],
  ["protocol assignments", "192.0.0.8"],
  ["documentation", "203.0.113.7"],
  ["6to4 relay", "192.88.99.1"],
  ["benchmarks", "198.19.0.1"],
  ["multicast", "224.0.0.1"],
  ["reserved", "240.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["unspecified", "::"],
  ["loopback", "::1"],
  ["mapped loopback", "::ffff:127.0.0.1"],
  ["mapped private", "::ffff:a00:1"],
  ["compatible", "::127.0.0.1"],
  ["NAT64 of private", "64:ff9b::10.0.0.1"],
  ["local NAT64", "64:ff9b:1::1"],
  ["6to4", "2002:7f00:1::1"],
  ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  ["documentation", "2001:db8::1"],
  ["unique local", "fd00::1"],
  ["link-local", "fe80::1"],
  ["link-local with a zone", "fe80::1%eth0"],
  ["site-local", "fec0::1"],
  ["multicast", "ff02::1"],
  ["discard", "100::1"]
] as const

const publicAddresses = [
  "1.1.1.1",
  "172.32.0.1",
  "100.128.0.1",
  "2606:4700::1111",
  "::ffff:1.1.1.1",
  "64:ff9b::1.1.1.1"
]

/** Spellings that the URL parser turns into 127.0.0.1, 10.0.0.1 or an IPv6 address. */
const refusedHosts = [
  ...["127.0.0.1", "2130706433", "0177.0.0.1", "0x7f.1", "0x7f000001", "127.1", "①②⑦.0.0.1", "127.0.0.1."],
  ...[
    "10.0.0.1",
    "012.0.0.1",
    "167772161",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0:0::0001]",
    "[fe80::1]"
  ]
]

const parsed = (url: string, ...allowed: ReadonlyArray<string>) =>
  Effect.result(parseReceiver(url, networks(...allowed)))

describe("addresses", () => {
  it.each(refusedAddresses)("refuses what is %s: %s", (_, address) => {
    assert.isFalse(mayReceive(address, []))
  })

  it.each(publicAddresses)("accepts %s", (address) => {
    assert.isTrue(mayReceive(address, []))
    assert.isFalse(isAllowed(address, []))
  })

  it("accepts what the setting names, also IPv4 written as IPv6, and nothing else", () => {
    const allowed = networks("10.0.0.0/8", "fd00::/8")
    for (const address of ["10.9.9.9", "::ffff:10.9.9.9", "64:ff9b::10.9.9.9", "fd12::1"]) {
      assert.isTrue(mayReceive(address, allowed), address)
    }
    for (const address of ["11.0.0.1.", "127.0.0.1", "fe80::1"]) assert.isFalse(mayReceive(address, allowed), address)
  })
})

describe("URLs", () => {
  it.effect.each(refusedHosts)("refuses https://%s", (host) =>
    Effect.gen(function* () {
      const result = yield* parsed(`https://${host}/hook`)
      assert.strictEqual(
        Result.isFailure(result) && result.failure.message,
        "The url must not be a private, local or reserved address."
      )
    })
  )

  it.effect.each([
    ["not a url", "must be a URL such as https://example.org/hook"],
    ["http://example.org/", "must begin with https://"],
    ["http://127.0.0.1/", "must begin with https://"],
    ["ftp://example.org/", "must begin with https://"],
    ["file:///etc/passwd", "must begin with https://"],
    ["https://user:secret@example.org/", "must not contain a username or password"]
  ] as const)("refuses %s", ([url, rule]) =>
    Effect.gen(function* () {
      const result = yield* parsed(url)
      assert.strictEqual(Result.isFailure(result) && result.failure.message, `The url ${rule}.`)
    })
  )

  it.effect("accepts https to names and public addresses, and http too to what the setting names", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* parsed("https://EXAMPLE.org/a b"), Result.succeed("https://example.org/a%20b"))
      assert.deepStrictEqual(yield* parsed("https://1.1.1.1"), Result.succeed("https://1.1.1.1/"))
      assert.deepStrictEqual(
        yield* parsed("http://127.0.0.1:81/x", "127.0.0.0/8"),
        Result.succeed("http://127.0.0.1:81/x")
      )
      assert.isTrue(Result.isFailure(yield* parsed("http://1.1.1.1/", "127.0.0.0/8")))
    })
  )

  it("connects by plain http only to what the setting names", () => {
    const allowed = networks("127.0.0.0/8")
    const plain = new URL("http://receiver.test/")
    const secure = new URL("https://receiver.test/")
    assert.deepStrictEqual(
      [
        mayConnect(plain, "1.1.1.1", allowed),
        mayConnect(plain, "127.0.0.1", allowed),
        mayConnect(secure, "1.1.1.1", allowed),
        mayConnect(secure, "127.0.0.1", allowed),
        mayConnect(secure, "10.0.0.1", allowed)
      ],
      [false, true, true, true, false]
    )
  })
})
