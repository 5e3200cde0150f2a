import { assert, describe, it } from "@effect/vitest"
import { readTemplate } from "../../../src/deck/templates/CompanyTemplate.ts"
import { type Parts, write } from "../package/Parts.ts"
import { bare, fileOf, small, type TemplateSpec, templateParts } from "./CompanyTemplates.ts"

const layoutsWithout = (name: string): TemplateSpec => ({
  ...small,
  layouts: small.layouts.filter((layout) => layout.name !== name)
})

const edited = (name: string, change: (text: string) => string, spec = small): Uint8Array => {
  const parts = templateParts(spec)
  return write(new Map([...parts]).set(name, change(String(parts.get(name) ?? ""))))
}

const withParts = (more: Parts): Uint8Array => write(new Map([...templateParts(small), ...more]))

const related = (part: string, relation: string): Uint8Array =>
  edited(part, (text) => text.replace("</Relationships>", `<Relationship Id="rIdMore" ${relation}/></Relationships>`))

const masterRelations = "ppt/slideMasters/_rels/slideMaster1.xml.rels"
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const sized = (slide: readonly [number, number]): Uint8Array => fileOf({ ...small, slide })

describe("A company's template", () => {
  it("gives its size and its layouts' places, from the master where they have none", () => {
    const { slide, layouts, master, themeName, isArial } = readTemplate(fileOf(small))
    assert.deepStrictEqual([slide, themeName, isArial], [{ w: 10, h: 5.625 }, "Strategy", false])
    assert.deepStrictEqual(master, {
      part: "ppt/slideMasters/slideMaster1.xml",
      theme: "ppt/theme/theme1.xml",
      id: "2147483660"
    })
    const placesOf = (name: keyof typeof layouts) =>
      layouts[name].slots.map(({ name, type, index, box, anchor }) => [name, type, index, box.w, box.h, anchor])
    assert.deepStrictEqual(placesOf("content"), [
      ["title", "title", null, 8.2, 0.8, "middle"],
      ["body", "obj", 1, 8.8, 3.75, "top"],
      ["footer", "ftr", 11, 6, 0.25, "top"],
      ["number", "sldNum", 12, 1, 0.25, "top"]
    ])
    assert.deepStrictEqual(placesOf("cover"), [
      ["title", "ctrTitle", null, 8, 1.5, "middle"],
      ["subtitle", "subTitle", 1, 8, 1.4, "top"]
    ])
    assert.strictEqual(layouts.titleOnly.part, "ppt/slideLayouts/slideLayout2.xml")
  })

  it("is found by its layouts' names too, in any order, and needs neither footer nor number", () => {
    const { layouts, isArial } = readTemplate(fileOf(bare))
    assert.isTrue(isArial)
    assert.deepStrictEqual(
      layouts.content.slots.map(({ name }) => name),
      ["title", "body"]
    )
  })

  it("has an accent that can be read and looks like no status, else the text's colour", () => {
    const accentWith = (colors: Partial<TemplateSpec["colors"]>) =>
      readTemplate(fileOf({ ...small, colors: { ...small.colors, ...colors } })).colors.accent
    assert.strictEqual(accentWith({}), "accent1")
    assert.strictEqual(accentWith({ accent: "E07020", team: "005F73" }), "accent2")
    assert.strictEqual(accentWith({ accent: "FFDD00", team: "961A1A" }), "tx1")
  })

  it("may have titles of two lines of their text, and a cover's of one", () => {
    const titled = (h: number) =>
      fileOf({ ...small, master: [{ type: "title", box: [1, 1, 8, h] }, ...small.master.slice(1)] })
    assert.strictEqual(readTemplate(titled(0.41)).layouts.titleOnly.slots[0]?.box.h, 0.41)
  })

  it("carries its master with all that this leads to, each with its type", () => {
    const { parts } = readTemplate(fileOf(small))
    const types = new Map(parts.map(({ name, type }) => [name, type]))
    assert.strictEqual(types.get("ppt/media/logo.png"), "image/png")
    assert.match(types.get("ppt/slideLayouts/slideLayout1.xml") ?? "", /slideLayout\+xml$/)
    assert.isFalse(types.has("ppt/presentation.xml"))
  })

  it.each<readonly [string, Uint8Array, RegExp]>([
    ["no Title and Content", fileOf(layoutsWithout("Title and Content")), /no layout "Title and Content" \(type obj\)/],
    ["no Title Slide", fileOf(layoutsWithout("Title Slide")), /no layout "Title Slide"/],
    ["no Title Only", fileOf(layoutsWithout("Title Only")), /no layout "Title Only"/],
    ["small slides", sized([8, 4.5]), /its slides have 8 × 4.5 in; decks need 10 × 5.6 in at least/],
    [
      "little room",
      fileOf({
        ...small,
        master: small.master.map((one) => (one.type === "body" ? { ...one, box: [1, 2, 8.8, 2.5] } : one))
      }),
      /the content of its slides has 8.8 × 2.5 in; decks need 8 × 2.63 in at least/
    ],
    [
      "low titles",
      fileOf({ ...small, master: [{ type: "title", box: [1, 1, 8, 0.38] }, ...small.master.slice(1)] }),
      /title of its slides has 8 × 0.38 in; decks need 6 × 0.41 in at least/
    ],
    [
      "a dark background",
      fileOf({ ...small, colors: { ...small.colors, paper: "202020" } }),
      /background, 202020, hides/
    ],
    [
      "a dark background under a light theme",
      edited("ppt/slideMasters/slideMaster1.xml", (text) =>
        text.replace(/<p:bgRef.*?<\/p:bgRef>/, '<p:bgPr><a:solidFill><a:srgbClr val="101828"/></a:solidFill></p:bgPr>')
      ),
      /background, 101828, hides/
    ],
    [
      "no place",
      fileOf({ ...small, master: small.master.slice(1) }),
      /the title of its layout "Title and Content" has no place/
    ],
    [
      "macros",
      edited("[Content_Types].xml", (text) =>
        text.replace("presentation.main+xml", "presentation.macroEnabled.main+xml")
      ),
      /macros/
    ],
    [
      "a project of macros",
      related(masterRelations, `Type="${office}/vbaProject" Target="../vba.bin"`),
      /macros or controls/
    ],
    [
      "a picture elsewhere",
      related(masterRelations, `Type="${office}/image" Target="http://example.org/a.png" TargetMode="External"`),
      /refers to http:\/\/example.org\/a.png/
    ],
    [
      "a slide",
      related(masterRelations, `Type="${office}/slide" Target="../slides/slide1.xml"`),
      /ppt\/slides\/slide1.xml, which each deck has/
    ],
    [
      "a missing part",
      related(masterRelations, `Type="${office}/image" Target="../media/none.png"`),
      /no content type|is not there/
    ],
    [
      "entities",
      edited("ppt/theme/theme1.xml", (text) => text.replace("?>", '?><!DOCTYPE a [<!ENTITY b "c">]>')),
      /document type/
    ],
    [
      "another encoding",
      withParts(new Map([["ppt/theme/theme1.xml", Buffer.from("<a/>", "utf16le").fill(0xff)]])),
      /./
    ],
    ["no presentation", write(new Map([["a.txt", "a"]])), /Content_Types|not there/],
    ["no zip", Buffer.from("no zip"), /./]
  ])("with %s is refused with the reason", (_, file, reason) => {
    assert.throws(() => readTemplate(file), reason)
  })

  it("may link to an address", () => {
    const link = `Type="${office}/hyperlink" Target="https://example.org/" TargetMode="External"`
    assert.doesNotThrow(() => readTemplate(related(masterRelations, link)))
  })
})
