import { Lexer, type Token, Tokenizer, type Tokens } from "marked"
import { mayHaveMarks } from "./Marks.ts"

/** A part of lines, which never is HTML; a text may have line breaks in it. */
export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "strong"; readonly parts: ReadonlyArray<Inline> }
  | { readonly kind: "em"; readonly parts: ReadonlyArray<Inline> }
  /** `href` is an absolute URL of http, https or mailto. */
  | { readonly kind: "link"; readonly href: string; readonly parts: ReadonlyArray<Inline> }

export type Block =
  | { readonly kind: "lines"; readonly parts: ReadonlyArray<Inline> }
  /** Empty lines between two blocks. */
  | { readonly kind: "gap"; readonly lines: number }
  | {
      readonly kind: "list"
      /** The number of the first item; null: a list with bullets. */
      readonly first: number | null
      readonly items: ReadonlyArray<ReadonlyArray<Block>>
    }

const nothing = (): undefined => undefined

/** Bold in italics in a link …: what lies deeper is shown as it was typed, since recursion on it could be too deep. */
const maxDepth = 8

/** Leaves whatever isn't shown as more than text to the rules for text, so that it is shown as it was typed. */
class TextTokenizer extends Tokenizer {
  override code = nothing
  override fences = nothing
  override heading = nothing
  override lheading = nothing
  override hr = nothing
  override blockquote = nothing
  override html = nothing
  override def = nothing
  override table = nothing
  override tag = nothing
  override reflink = nothing
  override del = nothing
  #depth = 0

  #inside<A>(read: () => A): A | undefined {
    if (this.#depth === maxDepth) return undefined
    this.#depth += 1
    const token = read()
    this.#depth -= 1
    return token
  }

  override emStrong(...given: Parameters<Tokenizer["emStrong"]>) {
    return this.#inside(() => super.emStrong(...given))
  }

  override link(...given: Parameters<Tokenizer["link"]>) {
    return this.#inside(() => super.link(...given))
  }
}

const allowed = new Set(["http:", "https:", "mailto:"])

/** PowerPoint takes no longer one for a link. */
const maxAddress = 2_000

const linkOf = (href: string): string | undefined => {
  if (!URL.canParse(href)) return undefined
  const url = new URL(href)
  return allowed.has(url.protocol) && url.href.length <= maxAddress ? url.href : undefined
}

const inlineOf = (token: Token): Inline => {
  switch (token.type) {
    case "strong":
      return { kind: "strong", parts: inlinesOf(token) }
    case "em":
      return { kind: "em", parts: inlinesOf(token) }
    case "escape":
      return { kind: "text", text: token.text }
    case "link": {
      const href = linkOf(token.href)
      return href === undefined ? { kind: "text", text: token.raw } : { kind: "link", href, parts: inlinesOf(token) }
    }
    default:
      return { kind: "text", text: token.raw }
  }
}

const inlinesOf = ({ tokens = [] }: { readonly tokens?: Array<Token> | undefined }): ReadonlyArray<Inline> =>
  tokens.map(inlineOf)

const breaksIn = (text: string): number => text.split("\n").length - 1

const blockOf = (token: Token): Block => {
  switch (token.type) {
    case "space":
      return { kind: "gap", lines: breaksIn(token.raw) - 1 }
    case "list": {
      const items: Array<Tokens.ListItem> = token.items
      return {
        kind: "list",
        first: token.ordered === true ? Number(token.start) : null,
        items: items.map(({ raw, tokens }, at) => {
          const last = at === items.length - 1
          const lines = last ? 0 : breaksIn(/\n*$/.exec(raw)?.[0] ?? "") - 1
          return [...blocksIn(tokens), ...(lines > 0 ? [{ kind: "gap", lines } as const] : [])]
        })
      }
    }
    case "paragraph":
    case "text":
      return { kind: "lines", parts: inlinesOf(token) }
    default:
      return { kind: "lines", parts: [{ kind: "text", text: token.raw }] }
  }
}

const blocksIn = (tokens: ReadonlyArray<Token>): ReadonlyArray<Block> => tokens.map(blockOf)

const asTyped = (text: string): Block => ({ kind: "lines", parts: [{ kind: "text", text }] })

/**
 * Links, bold, italics, lists and line breaks of a text; all else of it as it was typed, line by line. Nothing of the text
 * becomes HTML.
 */
export const blocksOf = (text: string): ReadonlyArray<Block> =>
  mayHaveMarks(text)
    ? blocksIn(new Lexer({ gfm: true, breaks: true, tokenizer: new TextTokenizer() }).lex(text))
    : [asTyped(text)]
