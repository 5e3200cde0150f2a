import fc from "fast-check"

/** Text that is put into the JSON unchanged: numbers beyond JavaScript's, and invalid JSON. */
const verbatim = (text: string): string => `\u0001${text}`

const verbatimInJson = /"\\u0001((?:[^"\\]|\\.)*)"/g

export const textOf = (value: unknown): string =>
  (JSON.stringify(value) ?? "null").replaceAll(verbatimInJson, (_, text: string) => JSON.parse(`"${text}"`))

const numbers = [
  ...["1e309", "-1e309", "-0", "0.1", "1e15", "1.0000000000000001e15", "-1e16", "5e-324", "1E2", "7.5"],
  ...["9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "1e400"]
]

const noJson = ["NaN", "Infinity", "01", ".5", "+1", "0x10", "undefined", "'x'", "tru", "[1,]", "{,}"]

const strings = [
  ...["", " ", "\u0000", "a\u0000b", "\u0007", "\u001f", "\u007f", "a\nb", "a\r\nb", "a\u2028b", "\ufeff", "\ufffe"],
  ...["\ud800", "a\udfffb", "\udc00\ud800", "\u0301", "e\u0301", "ﬁ", "\u202eabc", "😀", "👨‍👩‍👧‍👦", "İ", "ß"],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "null",
    "true",
    "0",
    "<script>",
    "'; DROP TABLE events; --",
    "%00",
    "{{7*7}}"
  ],
  ...["x".repeat(100), "x".repeat(101), "x".repeat(250), "x".repeat(251), "😀".repeat(250), "x".repeat(4097)],
  ...["2026-02-30", "2024-02-29", "0000-01-01", "#ABCDEF", "#abcde", "#ggGGgg", "create_team", "restore_history"],
  ...[
    "00000000-0000-0000-0000-000000000000",
    "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
    "{00000000-0000-0000-0000-000000000000}"
  ]
]

const nastyKey = fc.constantFrom(
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "then", "toJSON", "length"],
  ...["", " ", "\u0000", "\ud800", "a.b", "0", "-1", "Title", "ID", "data", "eventType", "_tag", "x".repeat(300)]
)

const nested = (depth: number, open: string, close: string, inner: string): string =>
  open.repeat(depth) + inner + close.repeat(depth)

const depths = fc.constantFrom(1, 5, 29, 30, 31, 32, 33, 100, 10_000)

const leaf = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, 1, -1, 3, 10, 11, 1e15, [], {}, [[]], [null]),
  fc.constantFrom(...numbers).map(verbatim),
  fc.constantFrom(...strings),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.double(),
  fc.uuid(),
  fc.jsonValue({ maxDepth: 3, stringUnit: "binary" })
)

/** A value of any type, sent where another one is expected. */
const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 12, arbitrary: leaf },
  { weight: 1, arbitrary: fc.dictionary(nastyKey, leaf, { maxKeys: 4 }) },
  { weight: 1, arbitrary: depths.map((depth) => verbatim(nested(depth, "[", "]", ""))) }
)

/** Unrelated JSON texts, and texts that are not JSON. */
export const nastyText: fc.Arbitrary<string> = fc.oneof(
  nastyValue.map(textOf),
  fc.dictionary(nastyKey, leaf, { maxKeys: 5 }).map(textOf),
  fc.json({ stringUnit: "binary" }),
  fc.constantFrom(...noJson, "", " ", "\ufeff{}", "{}{}", "{", '"', '{"a":1', '{"\\ud800":1}', "[1e309]", "-"),
  fc.string({ unit: "binary", maxLength: 200 }),
  depths.map((depth) => nested(depth, '{"data":', "}", "1")),
  depths.map((depth) => nested(depth, "[", "", ""))
)

type Entries = ReadonlyArray<readonly [key: string, value: unknown]>

/** Entries instead of an object, so that a key can be repeated and `__proto__` is an ordinary key. */
const textOfEntries = (entries: Entries): string =>
  `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${textOf(value)}`).join(",")}}`

/** A single fault in an object. */
type Flaw = (entries: Entries) => Entries

export const flaw: fc.Arbitrary<Flaw> = fc
  .record({
    kind: fc.constantFrom("drop", "replace", "replace", "replace", "add", "rename", "wrap", "repeat"),
    index: fc.nat(7),
    key: nastyKey,
    value: nastyValue
  })
  .map(({ kind, index, key, value }) => (entries) => {
    const place = index % Math.max(1, entries.length)
    const change = (to: (entry: Entries[number]) => Entries): Entries =>
      entries.flatMap((entry, at) => (at === place ? to(entry) : [entry]))
    switch (kind) {
      case "drop":
        return change(() => [])
      case "replace":
        return change(([name]) => [[name, value]])
      case "rename":
        return change(([name, kept]) => [[name.toUpperCase(), kept]])
      case "wrap":
        return change(([name, kept]) => [[name, [kept]]])
      case "repeat":
        return change(([name, kept]) => [
          [name, value],
          [name, kept]
        ])
      default:
        return [...entries, [key, value]]
    }
  })

export const withFlaw = (body: object, spoil: Flaw): string => textOfEntries(spoil(Object.entries(body)))

/** Puts the fault into the object under a key of the body. */
export const withInnerFlaw = (body: object, key: string, inner: object, spoil: Flaw): string =>
  textOfEntries(
    Object.entries(body).map(([name, value]) =>
      name === key ? [name, verbatim(withFlaw(inner, spoil))] : [name, value]
    )
  )

/** How the text is encoded into bytes. */
export type Carriage = (text: string) => Uint8Array

const encode = (text: string): Buffer => Buffer.from(text, "utf8")

const badUtf8 = ["ff", "c0af", "eda080", "f4908080", "e282", "80"].map((hex) => Buffer.from(hex, "hex"))

/** Bytes up to and past the limit of 64 KiB. */
const sizes = fc.constantFrom(65_535, 65_536, 65_537, 80_000, 1_000_000)

export const plainly: Carriage = encode

export const carriage: fc.Arbitrary<Carriage> = fc.oneof(
  { weight: 60, arbitrary: fc.constant<Carriage>(encode) },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom(...badUtf8), fc.nat(400)).map(
      ([bad, at]): Carriage =>
        (text) => {
          const bytes = encode(text)
          return Buffer.concat([bytes.subarray(0, at), bad, bytes.subarray(at)])
        }
    )
  },
  {
    weight: 3,
    arbitrary: fc.nat(200).map(
      (at): Carriage =>
        (text) =>
          encode(text).subarray(0, at)
    )
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat(400), fc.nat(255)).map(
      ([at, byte]): Carriage =>
        (text) => {
          const bytes = encode(text)
          if (bytes.length > 0) bytes[at % bytes.length] = byte
          return bytes
        }
    )
  },
  {
    weight: 2,
    arbitrary: fc.uint8Array({ maxLength: 300 }).map(
      (bytes): Carriage =>
        () =>
          bytes
    )
  },
  {
    weight: 1,
    arbitrary: fc.constant<Carriage>((text) => Buffer.concat([Buffer.from("efbbbf", "hex"), encode(text)]))
  },
  { weight: 1, arbitrary: fc.constant<Carriage>((text) => Buffer.from(text, "utf16le")) },
  {
    weight: 1,
    arbitrary: sizes.map(
      (size): Carriage =>
        (text) =>
          encode(text.padEnd(size, " "))
    )
  }
)
