import type { ObjectiveSpec, TeamSpec } from "./Build.ts"

const titleLength = 250
const family = "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}"

/** One-line texts that reveal missing escaping or measuring; none is longer than a title may be. */
export const hostileTexts: ReadonlyArray<string> = [
  "W".repeat(titleLength),
  "i".repeat(titleLength),
  "Donaudampfschifffahrtsgesellschaftskapitän".repeat(5),
  "😀".repeat(titleLength),
  family.repeat(titleLength / 5),
  "🇩🇪🇫🇷 👩🏽‍🚀 flags and skin tones",
  "استراتيجية الفريق للسنة القادمة مع أهداف واضحة (2026)",
  "אסטרטגיה שנתית של הצוות, 100% ברורה",
  "我们的目标是让每一位客户在一周之内看到自己的第一份报告".repeat(9),
  "全角ＡＢＣ とカナ ｶﾅ",
  "한국어 목표와 핵심 결과를 함께 적습니다",
  "Стратегия команды: быстрее, надёжнее и проще",
  "]]> <!-- not a comment --> <![CDATA[ &amp; &#0; <a:t>",
  `&<>"' \\ \` \${x} {{y}} %s %00 ../../etc`,
  '=HYPERLINK("http://example.invalid") +1 -1 @x',
  "Z\u0351\u036b\u0343a\u0300\u0301\u0302l\u0321g\u0323o\u0334 combining marks",
  "tab\u00a0and\u2003wide\u200bspaces\u2060and\ufeffnothing",
  "\u202Eright-to-left override\u202C and \u2066isolate\u2069",
  "soft\u00adhyphen\u00adated-and/slashed/words-without-any-space-".repeat(5),
  "\uFDFD is one character",
  "…",
  ".",
  "0"
]

const at = (index: number): string => hostileTexts[index % hostileTexts.length] ?? ""

/** Cut to at most `length` UTF-16 units, well-formed and trimmed as the domain keeps text. */
const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed().trim()

const long = (index: number): string => cut(Array.from({ length: 40 }, (_, n) => at(index + n)).join("\n\n"), 4096)

const statuses = ["draft", "on_track", "at_risk", "off_track", "achieved", "missed"] as const
const stages = ["planned", "active", "done", "dropped"] as const

const objective = (index: number): ObjectiveSpec => ({
  title: at(index),
  description: long(index),
  status: statuses[index % statuses.length] ?? "draft",
  dueDate: index % 3 === 0 ? "2026-11-20" : "2026-02-28",
  principles: index % 4 === 0 ? [] : [index % hostileTexts.length, (index + 5) % hostileTexts.length],
  groups: [
    at(index + 1)
      .slice(0, 40)
      .toWellFormed(),
    at(index + 2)
      .slice(0, 40)
      .toWellFormed()
  ],
  initiatives: Array.from({ length: 3 }, (_, n) => ({
    title: at(index + n),
    status: stages[n % stages.length] ?? "planned",
    group: n === 0 ? null : n - 1
  })),
  measures: [
    {
      name: at(index + 3)
        .slice(0, 100)
        .toWellFormed(),
      unit: at(index + 4)
        .slice(0, 20)
        .toWellFormed(),
      start: -1e15,
      target: 1e15,
      checkIns: [
        {
          value: 123456789.123456,
          confidence: 2,
          note: cut(long(index), 1000),
          timestamp: "2026-08-01T00:00:00.000Z",
          actorName: at(index + 6)
            .slice(0, 50)
            .toWellFormed()
        }
      ]
    },
    { name: "Tiny", unit: "", start: 0, target: 1e-9, checkIns: [] }
  ]
})

/** An objective with everything that it may have, in long words. */
const crowded: ObjectiveSpec = {
  ...objective(0),
  title: `Crowded: ${at(2)}`,
  principles: Array.from({ length: 20 }, (_, index) => index),
  groups: Array.from({ length: 20 }, (_, index) => cut(`${index} ${at(index)}`, 90)),
  initiatives: Array.from({ length: 100 }, (_, index) => ({
    title: cut(`${index} ${at(index)}`, 240),
    status: stages[index % stages.length] ?? "planned",
    group: index % 21 === 20 ? null : index % 21
  })),
  measures: Array.from({ length: 20 }, (_, index) => ({
    name: cut(`${index} ${at(index)}`, 90),
    unit: "w".repeat(20),
    start: 0.000001,
    target: 999999999999999,
    checkIns: Array.from({ length: 100 }, (_, n) => ({
      value: n * 9999999999999,
      confidence: n % 11,
      note: at(index + n),
      timestamp: `2026-${String(10 - Math.floor(n / 20)).padStart(2, "0")}-11T11:11:11.111Z`,
      actorName: "W".repeat(50)
    }))
  }))
}

export const hostileSpec: TeamSpec = {
  name: `${"]]>&<>\"'".repeat(4)} ${family} ${"استراتيجية ".repeat(4)}`.trim(),
  color: "#ffd400",
  principles: hostileTexts.map((title, index) => ({ title, description: index === 0 ? "" : long(index) })),
  objectives: [crowded, ...hostileTexts.map((_, index) => objective(index))]
}
