import { assert, describe, it } from "@effect/vitest"
import { choose, type Encoding } from "../../../src/http/pipeline/AcceptEncoding.ts"

const all: ReadonlyArray<Encoding> = ["br", "gzip", "identity"]
const plain: ReadonlyArray<Encoding> = ["identity"]

describe("Accept-Encoding", () => {
  const cases: ReadonlyArray<readonly [string | undefined, ReadonlyArray<Encoding>, Encoding]> = [
    [undefined, all, "identity"],
    ["", all, "identity"],
    ["gzip, deflate, br, zstd", all, "br"],
    ["gzip, deflate", all, "gzip"],
    ["x-gzip", all, "gzip"],
    ["GZIP;Q=0.5", all, "gzip"],
    ["deflate", all, "identity"],
    ["br;q=0, gzip", all, "gzip"],
    ["br;q=0.000, gzip ; q=0.1", all, "gzip"],
    ["br;q=0, gzip;q=0", all, "identity"],
    ["br;q=0.2, gzip;q=0.8", all, "gzip"],
    ["br;q=0.2, identity;q=0.8", all, "identity"],
    ["*", all, "br"],
    ["*;q=0", all, "identity"],
    ["br;q=0, *", all, "gzip"],
    ["*;q=0, gzip", all, "gzip"],
    ["identity;q=0", all, "identity"],
    ["br, gzip", plain, "identity"],
    ["gzip, zstd", [...all, "zstd"], "zstd"],
    ["gzip, zstd, br", [...all, "zstd"], "br"],
    ["br;q=nonsense, gzip", all, "br"]
  ]
  it.each(cases)("%s of %j is %s", (header, there, chosen) => {
    assert.strictEqual(
      choose(header, (encoding) => there.includes(encoding)),
      chosen
    )
  })
})
