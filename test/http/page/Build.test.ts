import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { ensure } from "../../../src/http/page/Page.ts"
import { type PageFiles, read } from "../../../src/http/page/PageFiles.ts"
import { hashOf } from "../../../src/http/page/Sources.ts"
import { project } from "./Project.ts"

const textOf = (files: PageFiles, name: string): string => Buffer.from(files.get(name)?.identity ?? []).toString()

const addresses = /(?<=(?:href|src)=")[^"]*/g

describe("the built page", () => {
  it.live("is built once for the same sources, which is logged", () =>
    Effect.gen(function* () {
      const { root, built, write } = yield* project
      const logged: Array<unknown> = []
      const logger = Logger.layer([Logger.make(({ message }) => void logged.push([message].flat().join(" ")))])
      const heard = Effect.provide(ensure(root), logger)
      const hash = yield* hashOf(root)
      assert.deepStrictEqual([yield* heard, yield* heard], [join(root, "dist", hash), join(root, "dist", hash)])
      assert.deepStrictEqual(yield* built, [hash])
      assert.strictEqual(logged.length, 2)
      assert.match(logged.join("\n"), /^Building the page …\nBuilt the page in \d+\.\d s\.$/)

      yield* write("src/domain/Role.ts", "export type Role = string\n")
      const other = yield* hashOf(root)
      assert.strictEqual(yield* heard, join(root, "dist", other))
      assert.deepStrictEqual(yield* built, [hash, other].sort())
    }).pipe(Effect.scoped)
  )

  it.live("consists of compressed files with hashed names, without inline scripts or styles", () =>
    Effect.gen(function* () {
      const { root } = yield* project
      const files = yield* read(yield* ensure(root))
      const named = (name: string) => name.replace(/-[\w-]{8}\./, "-hash.")
      const names = [...files.keys()].sort((one, other) => (named(one) < named(other) ? -1 : 1))
      assert.deepStrictEqual(names.map(named), [
        "assets/dot-hash.svg",
        "assets/index-hash.js",
        "assets/later-hash.js",
        "assets/streamWorker-hash.js",
        "assets/style-hash.css",
        "favicon.svg",
        "index.html"
      ])
      for (const [name, { identity, br = identity, gzip = identity }] of files) {
        assert.deepStrictEqual(brotliDecompressSync(br), Buffer.from(identity), name)
        assert.deepStrictEqual(gunzipSync(gzip), Buffer.from(identity), name)
        assert.notMatch(textOf(files, name), /\bdata:\w+\//, name)
      }
      const [dot = "", script = "", later = "", worker = "", style = ""] = names
      const html = textOf(files, "index.html")
      assert.deepStrictEqual(
        html.match(addresses)?.sort(),
        [script, style, "favicon.svg"].map((name) => `/strategy/${name}`).sort()
      )
      assert.notMatch(html, /<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=/)
      assert.include(textOf(files, style), dot.replace("assets/", "./"))
      assert.include(textOf(files, script), worker.replace("assets/", ""))
      assert.include(textOf(files, script), later.replace("assets/", "./"))
      assert.include(textOf(files, script), "production")
      assert.include(textOf(files, worker), "/health/live")
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([])))
  )
})
