import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { type ESTree, parseSync, Visitor } from "vite"

// No program reads a sentence that the service makes: what it says is known by its code.

const root = join(import.meta.dirname, "..", "src")

/** Names of what holds a sentence: of the log, of answers, of faults, or made of facts just before. */
const sentenceNames = /(?:description|reasons?|messages?|sentences?|meanings?|wordings?|phrases?|clause|predicate)$/i

/** The same without `reason`, which may also be a code: compared or looked up, a code is what it should be. */
const neverCodes = /(?:description|messages?|sentences?|rejectionReason)$/i

/** Functions that make sentences. */
const sentenceMakers = /(?:Text|Sentence|Words|Counts|Reason|Message)$/

const readers: ReadonlySet<string> = new Set([
  "startsWith",
  "endsWith",
  "includes",
  "indexOf",
  "lastIndexOf",
  "match",
  "matchAll",
  "search",
  "replace",
  "replaceAll",
  "split"
])

/** Methods of patterns, which read their argument. */
const patternMethods: ReadonlySet<string> = new Set(["test", "exec"])

const sqlReaders = [
  /(?:description|rejection_reason)\s*(?:NOT\s+)?(?:I?LIKE|SIMILAR TO|~)/i,
  /(?:starts_with|position|strpos|substring|regexp_\w+)\s*\(\s*[^()]*(?:description|rejection_reason)/i
]

/** Reads that are meant, by file, each with how many there are and why. */
const meant: Readonly<Record<string, readonly [count: number, why: string]>> = {
  "domain/redaction/FieldRedaction.ts": [1, "sentences of version 1 may repeat the text that is taken out"],
  "domain/redaction/TakenTexts.ts": [1, "sentences of version 1 may repeat the text that is taken out"],
  "log/maintenance/OldRejections.ts": [2, "of version 1 the log has nothing but sentences"],
  "sql/migrations/0004_bringing_back.ts": [1, "an earlier release's migration, which stays as it was"],
  "sql/PostgresStart.ts": [2, "PostgreSQL's and the network's messages"],
  "sql/StorageFault.ts": [2, "the client's messages, which have no code"],
  "web/features/import/ImportPanels.tsx": [1, "an objective’s description, in which an import of 1.1 wrote owners"],
  "web/workspace/outbox/EditAnswer.ts": [1, "a reason begins with the field's name in the API, which the page replaces"]
}

interface Read {
  readonly path: string
  readonly text: string
}

const nameOf = (node: ESTree.Node): string => {
  switch (node.type) {
    case "Identifier":
      return node.name
    case "MemberExpression":
      return node.computed ? nameOf(node.object) : nameOf(node.property)
    case "ChainExpression":
    case "ParenthesizedExpression":
    case "TSNonNullExpression":
    case "TSAsExpression":
      return nameOf(node.expression)
    case "LogicalExpression":
      return nameOf(node.left)
    default:
      return ""
  }
}

const isSentence = (node: ESTree.Node, names = sentenceNames): boolean =>
  node.type === "CallExpression" ? sentenceMakers.test(nameOf(node.callee)) : names.test(nameOf(node))

/** What a call reads, if it reads a text. */
const readBy = ({ callee, arguments: [first] }: ESTree.CallExpression): ESTree.Node | undefined => {
  if (callee.type !== "MemberExpression" || callee.computed) return undefined
  const method = nameOf(callee.property)
  if (readers.has(method)) return callee.object
  return patternMethods.has(method) ? first : undefined
}

const readsIn = (path: string, text: string): ReadonlyArray<Read> => {
  const reads: Array<Read> = []
  const { program, errors } = parseSync(path, text)
  assert.deepStrictEqual(errors, [], path)
  const add = ({ start, end }: { readonly start: number; readonly end: number }) =>
    reads.push({ path, text: text.slice(start, end) })
  new Visitor({
    CallExpression: (call) => {
      const read = readBy(call)
      if (read !== undefined && isSentence(read)) add(call)
    },
    MemberExpression: (member) => {
      if (member.computed && isSentence(member.property, neverCodes)) add(member)
    },
    BinaryExpression: (comparison) => {
      const isText = ({ left, right }: { readonly left: ESTree.Node; readonly right: ESTree.Node }) =>
        isSentence(left, neverCodes) &&
        right.type === "Literal" &&
        typeof right.value === "string" &&
        right.value !== ""
      if (isText(comparison)) add(comparison)
    },
    TemplateElement: (element) => {
      if (sqlReaders.some((pattern) => pattern.test(element.value.raw))) add(element)
    }
  }).visit(program)
  return reads
}

const sources = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter(({ name }) => /\.tsx?$/.test(name))
  .map(({ parentPath, name }) => join(parentPath, name))

describe("Sentences", () => {
  it("are read by no program", () => {
    const reads = sources.flatMap((file) =>
      readsIn(file.slice(root.length + 1).replaceAll("\\", "/"), readFileSync(file, "utf8"))
    )
    const countIn = (file: string) => reads.filter(({ path }) => path === file).length
    assert.deepStrictEqual(
      reads.filter(({ path }) => countIn(path) !== meant[path]?.[0]),
      []
    )
    assert.deepStrictEqual(
      Object.keys(meant).filter((path) => countIn(path) === 0),
      [],
      "no longer needed"
    )
  })

  it.each([
    'const isGone = (event) => event.description.startsWith("deleted ")',
    'const isConflict = /^conflict/.test(entry.rejectionReason ?? "")',
    'const [first] = messageCounts(messages).split(", ")',
    'const code = codes[fault.message] ?? "invalid_value"',
    'const isBusy = answer.message === "Too many requests."',
    'const bare = reason?.replace(/\\.$/, "")',
    "const found = sql`SELECT 1 FROM associations WHERE starts_with(description, 'went ')`",
    "const found = sql`SELECT 1 FROM events WHERE rejection_reason LIKE 'conflict%'`"
  ])("are found where one is read: %s", (source) => {
    assert.lengthOf(readsIn("planted.ts", source), 1)
  })
})
