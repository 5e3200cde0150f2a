import { assert } from "@effect/vitest"
import { Schema } from "effect"

const text = (max: number) => Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(max))

/**
 * Slack's reference of blocks: at most 50, a section's text of 1 to 3,000 characters; a message's text of at most 40,000. What it
 * does not document, and users have measured: texts of some 12,000 characters in all.
 */
const SlackMessage = Schema.Struct({
  text: text(40_000),
  blocks: Schema.Array(
    Schema.Struct({
      type: Schema.Literal("section"),
      text: Schema.Struct({ type: Schema.Literal("mrkdwn"), text: text(3_000), verbatim: Schema.Literal(true) })
    })
  ).check(Schema.isMinLength(1), Schema.isMaxLength(50))
})

const Url = Schema.String.check(Schema.isPattern(/^https:\/\//))

const OpenUrl = { type: Schema.Literal("Action.OpenUrl"), url: Url }

const TextRun = Schema.Struct({
  type: Schema.Literal("TextRun"),
  text: Schema.String,
  weight: Schema.optionalKey(Schema.Literals(["Lighter", "Default", "Bolder"])),
  size: Schema.optionalKey(Schema.Literals(["Small", "Default", "Medium", "Large", "ExtraLarge"])),
  selectAction: Schema.optionalKey(Schema.Struct(OpenUrl))
})

/** The envelope that Teams' workflows take, with an adaptive card of a version that Teams shows. */
const TeamsMessage = Schema.Struct({
  type: Schema.Literal("message"),
  attachments: Schema.Tuple([
    Schema.Struct({
      contentType: Schema.Literal("application/vnd.microsoft.card.adaptive"),
      contentUrl: Schema.Null,
      content: Schema.Struct({
        $schema: Schema.Literal("http://adaptivecards.io/schemas/adaptive-card.json"),
        type: Schema.Literal("AdaptiveCard"),
        version: Schema.Literals(["1.2", "1.3", "1.4", "1.5"]),
        fallbackText: Schema.String,
        body: Schema.Array(
          Schema.Struct({ type: Schema.Literal("RichTextBlock"), inlines: Schema.NonEmptyArray(TextRun) })
        ),
        actions: Schema.optionalKey(Schema.Array(Schema.Struct({ ...OpenUrl, title: Schema.String }))),
        msteams: Schema.Struct({ width: Schema.Literal("Full") })
      })
    })
  ])
})

const strict = { onExcessProperty: "error" } as const

export const assertSlackAccepts = (body: string): void => {
  const { blocks } = Schema.decodeUnknownSync(SlackMessage, strict)(JSON.parse(body))
  assert.isBelow(blocks.map(({ text }) => text.text).join("").length, 11_000)
  for (const { text } of blocks)
    assert.notMatch(text.text.replace(/<https:[^<>|]*\|[^<>|]*>/g, ""), /[<>]|&(?!(amp|lt|gt);)/)
}

/** Teams' workflows refuse messages of about 28 KB; senders have seen it from 21 KB on. */
export const assertTeamsAccepts = (body: string): void => {
  assert.isAtMost(Buffer.byteLength(body), 21_000)
  Schema.decodeUnknownSync(TeamsMessage, strict)(JSON.parse(body))
}
