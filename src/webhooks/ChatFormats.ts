import type { WebhookFormat } from "../domain/Webhook.ts"
import type { ChatLine, ChatMessage } from "./ChatMessage.ts"

/** Slack: a section's text has at most 3,000 characters, a message at most 50 blocks. */
const maxSectionText = 3_000

/**
 * Slack refuses blocks of some 12,000 characters in all, which it does not document: slackapi/bolt-js #2509 and #2867 have it from
 * users. In JSON there is more than their texts.
 */
const maxSlackLength = 11_000

/** Teams' workflows refuse messages of about 28 KB; senders have seen it from 21 KB on. */
const maxCardBytes = 20_000

/** How many lines of a section are tried, until the message fits. */
const lineCounts = [15, 8, 4, 2, 1]

const openLabel = "Open"

const moreLine = (count: number): ReadonlyArray<ChatLine> => (count > 0 ? [{ text: `… and ${count} more` }] : [])

const shortened = (lines: ReadonlyArray<ChatLine>, count: number): ReadonlyArray<ChatLine> => [
  ...lines.slice(0, count),
  ...moreLine(lines.length - count)
]

/** Slack's three control characters, so that no text of a strategy makes a link or calls people. */
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/** A `|` or `>` would end the address. */
const slackAddress = (url: string): string => url.replaceAll("|", "%7C").replaceAll(">", "%3E")

const slackLink = ({ text, url }: ChatLine): string =>
  url === undefined ? escaped(text) : `<${escaped(slackAddress(url))}|${escaped(text)}>`

const slackSection = (text: string) => ({ type: "section", text: { type: "mrkdwn", text, verbatim: true } })

/** Lines in sections as long as Slack takes. A line is never longer: a title is cut before it is escaped. */
const slackSections = (title: string, lines: ReadonlyArray<string>) => {
  const texts = [`*${escaped(title)}*`]
  for (const line of lines) {
    const last = texts.at(-1) ?? ""
    if (last.length + line.length + 1 > maxSectionText) texts.push(line)
    else texts[texts.length - 1] = `${last}\n${line}`
  }
  return texts.map(slackSection)
}

const slackBody = ({ title, url, facts, sections }: ChatMessage, lineCount: number) => ({
  text: escaped(title),
  blocks: [
    slackSection(sections.length === 0 ? escaped(title) : `*${escaped(title)}*`),
    ...facts.map(([name, value]) => slackSection(`*${name}:* ${escaped(value)}`)),
    ...sections.flatMap((section) =>
      slackSections(
        section.title,
        shortened(section.lines, lineCount).map((line) => `• ${slackLink(line)}`)
      )
    ),
    ...(url === undefined ? [] : [slackSection(slackLink({ text: openLabel, url }))])
  ]
})

/** Text runs, unlike text blocks, are not read as Markdown. */
const cardText = (runs: ReadonlyArray<object>) => ({
  type: "RichTextBlock",
  inlines: runs.map((run) => ({ type: "TextRun", ...run }))
})

const openUrl = (url: string) => ({ type: "Action.OpenUrl", url })

const cardLine = ({ text, url }: ChatLine) =>
  cardText([{ text: "• " }, { text, ...(url === undefined ? undefined : { selectAction: openUrl(url) }) }])

const cardBody = ({ title, url, facts, sections }: ChatMessage, lineCount: number) => ({
  type: "message",
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      contentUrl: null,
      content: {
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        type: "AdaptiveCard",
        version: "1.4",
        fallbackText: title,
        body: [
          cardText([{ text: title, weight: "Bolder" }]),
          ...facts.map(([name, value]) => cardText([{ text: `${name}: `, weight: "Bolder" }, { text: value }])),
          ...sections.flatMap((section) => [
            cardText([{ text: section.title, weight: "Bolder", size: "Medium" }]),
            ...shortened(section.lines, lineCount).map(cardLine)
          ])
        ],
        ...(url === undefined ? undefined : { actions: [{ ...openUrl(url), title: openLabel }] }),
        msteams: { width: "Full" }
      }
    }
  ]
})

const products = {
  slack: { bodyOf: slackBody, isFitting: (body: string) => body.length <= maxSlackLength },
  teams: { bodyOf: cardBody, isFitting: (body: string) => Buffer.byteLength(body) <= maxCardBytes }
}

/** The body that a product's incoming webhook takes, as JSON. */
export const chatBody = (format: Exclude<WebhookFormat, "standard">, message: ChatMessage): string => {
  const { bodyOf, isFitting } = products[format]
  let body = ""
  for (const lineCount of lineCounts) {
    body = JSON.stringify(bodyOf(message, lineCount))
    if (isFitting(body)) break
  }
  return body
}
