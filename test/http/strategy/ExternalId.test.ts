import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { idFrom } from "../../../src/client/ExternalId.ts"
import { fileOf } from "../../../src/http/handlers/Recipes.ts"

const dns = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"

/** The function in a guide, up to the line that ends it. */
const functionIn = (file: string, pattern: RegExp): string =>
  pattern.exec(readFileSync(fileOf({ file }), "utf8"))?.[0] ?? assert.fail(`no function in ${file}`)

const inNode = (file: string): Run => [
  process.execPath,
  "--input-type=module",
  "-e",
  `import { createHash } from "node:crypto"
${functionIn(file, /^const idFrom = [\s\S]*?^\}/m)}
const [namespace, ...keys] = process.argv.slice(1)
for (const key of keys) console.log(idFrom(namespace, key))`
]

type Run = readonly [program: string, ...args: ReadonlyArray<string>]

/** How each language prints the ids of the keys that follow the namespace. */
const languages: Readonly<Record<string, Run>> = {
  Node: inNode("node.mjs"),
  Jira: inNode("jira.mjs"),
  Shell: [
    "sh",
    "-c",
    `${functionIn("shell.sh", /^id_from\(\) \{[\s\S]*?^\}/m)}
N=$1; shift; for KEY; do id_from "$N" "$KEY"; done`,
    "sh"
  ],
  Python: [
    "python3",
    "-c",
    `import sys, uuid
${functionIn("python.py", /^def id_from[\s\S]*?^ {4}return .*$/m)}
for key in sys.argv[2:]: print(id_from(sys.argv[1], key))`
  ]
}

/** Enough of them for every variant of the digits that are set, and texts that a shell or an encoding may change. */
const keys = [
  ...Array.from({ length: 40 }, (_, n) => `tickets:PAY-${n}`),
  "PÄY-7",
  "a b",
  "%s\\n",
  '$HOME"',
  "-n",
  "日本"
]

const isThere = (program: string): boolean => {
  try {
    execFileSync(program, ["-c", ""])
    return true
  } catch {
    return false
  }
}

describe("ids from keys of another system", () => {
  it.effect("are the UUIDs of version 5 that RFC 9562 has as its example", () =>
    Effect.map(idFrom(dns, "www.example.com"), (id) => assert.strictEqual(id, "2ed6657d-e927-568b-95e1-2665a8aea6a2"))
  )

  it.effect.each(Object.entries(languages))("are the same in the guide for %s as in the client", ([, run], context) =>
    Effect.gen(function* () {
      const [program, ...args] = run
      if (program !== process.execPath && !isThere(program)) return context.skip(`${program} is not installed here`)
      const printed = execFileSync(program, [...args, dns, ...keys], { encoding: "utf8" })
      assert.deepStrictEqual(printed.trim().split("\n"), yield* Effect.forEach(keys, (key) => idFrom(dns, key)))
    })
  )
})
