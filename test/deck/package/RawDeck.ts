import { Presentation } from "../../../src/deck/draw/Library.ts"

/** A deck by plain PptxGenJS calls, with elements that the library writes wrong. */
export const rawDeck = async (): Promise<Uint8Array> => {
  const deck = new Presentation()
  deck.defineLayout({ name: "wide", width: 13.333, height: 7.5 })
  deck.layout = "wide"
  deck.title = "Raw"
  deck.defineSlideMaster({
    title: "Content",
    objects: [
      { rect: { x: 0.6, y: 0.42, w: 0.09, h: 0.62, fill: { color: "accent1" } } },
      { placeholder: { options: { name: "title", type: "title", x: 0.8, y: 0.4, w: 11, h: 0.8 }, text: "" } },
      { placeholder: { options: { name: "body", type: "body", x: 0.8, y: 1.4, w: 11, h: 5 }, text: "" } }
    ],
    slideNumber: { x: 12, y: 7, w: 0.7, h: 0.3 }
  })
  const [figures, chart, text] = ["Figures", "Chart", "Text"].map((title) => {
    const slide = deck.addSlide({ masterName: "Content" })
    slide.addText(title, { placeholder: "title" }).addNotes("Notes")
    return slide
  })
  figures?.addShape("ellipse", { x: 1, y: 3, w: 0.2, h: 0.2 })
  figures?.addShape("rect", { x: 2, y: 3, w: 0.2, h: 0.2 })
  figures?.addText([{ text: "a", options: { bold: true } }, { text: "b" }], {
    x: 1,
    y: 2,
    w: 3,
    h: 1,
    objectName: "Note"
  })
  figures?.addTable(
    [
      [{ text: "Name" }, { text: "Value" }],
      [{ text: "1" }, { text: "2" }]
    ],
    {
      x: 1,
      y: 4,
      w: 5,
      colW: [2, 3]
    }
  )
  chart?.addChart("bar", [{ name: "Share", labels: ["one", "two"], values: [0, 2] }], {
    x: 1,
    y: 2,
    w: 5,
    h: 4,
    altText: "Bars"
  })
  text?.addText("Some text", { placeholder: "body" })
  const bytes = await deck.write({ outputType: "uint8array", compression: false })
  return bytes instanceof Uint8Array ? bytes : new Uint8Array()
}
