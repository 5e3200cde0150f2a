import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ensure } from "../../../src/http/page/Page.ts"
import { read } from "../../../src/http/page/PageFiles.ts"

/** In bytes after gzip. */
const budgets = { firstVisit: 64_000, allJavaScript: 205_000, css: 18_000 }

describe("The built page", () => {
  it.live("is small enough", () =>
    Effect.gen(function* () {
      const files = yield* read(yield* ensure())
      const document = Buffer.from(files.get("index.html")?.identity ?? []).toString()
      const names = [...files.keys()]
      const size = (wanted: (name: string) => boolean): number =>
        names.filter(wanted).reduce((total, name) => total + (files.get(name)?.gzip?.length ?? 0), 0)
      const isScript = (name: string) => name.endsWith(".js")
      const sizes = {
        // Every visit loads the scripts that the document names, and the worker of the event stream.
        firstVisit: size((name) => isScript(name) && (document.includes(name) || name.includes("Worker-"))),
        allJavaScript: size(isScript),
        css: size((name) => name.endsWith(".css"))
      }
      for (const kind of ["firstVisit", "allJavaScript", "css"] as const) {
        assert.isAtLeast(sizes[kind], 1, kind)
        assert.isAtMost(sizes[kind], budgets[kind], kind)
      }
    })
  )
})
