import type { Block, Inline } from "../../../markdown/Markdown.ts"

const Part = ({ inline }: { readonly inline: Inline }) => {
  if (inline.kind === "text") return inline.text
  if (inline.kind === "strong") return <strong>{partsOf(inline.parts)}</strong>
  if (inline.kind === "em") return <em>{partsOf(inline.parts)}</em>
  return (
    <a href={inline.href} target="_blank" rel="noopener noreferrer">
      {partsOf(inline.parts)}
    </a>
  )
}

const partsOf = (inlines: ReadonlyArray<Inline>) => inlines.map((inline) => <Part inline={inline} />)

const BlockOf = ({ block }: { readonly block: Block }) => {
  if (block.kind === "gap") return <div>{"\n".repeat(block.lines)}</div>
  if (block.kind === "lines") return <div>{partsOf(block.parts)}</div>
  const items = block.items.map((item) => <li>{markdownElements(item)}</li>)
  return block.first === null ? (
    <ul class="formatted">{items}</ul>
  ) : (
    <ol class="formatted" start={block.first}>
      {items}
    </ol>
  )
}

/** The elements that show a text: links, bold, italics and lists, and the rest as it was typed. */
export const markdownElements = (blocks: ReadonlyArray<Block>) => blocks.map((block) => <BlockOf block={block} />)
