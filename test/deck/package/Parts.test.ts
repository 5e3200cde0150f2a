import { assert, describe, it } from "@effect/vitest"
import { contentTypes } from "../../../src/deck/package/ContentTypes.ts"
import { finishObjects } from "../../../src/deck/package/Objects.ts"
import { finishLanguage, finishParagraphs } from "../../../src/deck/package/Paragraphs.ts"
import { finishPresentation } from "../../../src/deck/package/Presentation.ts"
import { appProperties, coreProperties } from "../../../src/deck/package/Properties.ts"
import { finishTheme } from "../../../src/deck/package/Theme.ts"
import { escape, legal } from "../../../src/deck/package/XmlText.ts"
import { plan } from "./SmallPlan.ts"

describe("XmlText", () => {
  it("drops what no XML may have and keeps everything else", () => {
    const fine = "\t\n\r ~\u0085ü\ufffd😀‮עברית"
    assert.strictEqual(legal(`a\u0000\u0008\u000b\u001f\ufffe\uffffb${fine}`), `ab${fine}`)
  })

  it("escapes for elements and attributes", () => {
    assert.strictEqual(escape(`<a b="c">]]>&amp;'\u0001\ud800`), "&lt;a b=&quot;c&quot;&gt;]]&gt;&amp;amp;'\ufffd")
  })
})

describe("ContentTypes", () => {
  it("lists the parts that are there, and only those", () => {
    const parts = new Map(["ppt/slides/slide1.xml", "ppt/theme/theme2.xml", "_rels/.rels"].map((name) => [name, ""]))
    const drawing = "application/vnd.openxmlformats-officedocument"
    assert.strictEqual(
      contentTypes(parts),
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        `<Override PartName="/ppt/slides/slide1.xml" ContentType="${drawing}.presentationml.slide+xml"/>` +
        `<Override PartName="/ppt/theme/theme2.xml" ContentType="${drawing}.theme+xml"/></Types>`
    )
  })
})

describe("Objects", () => {
  const object = (kind: string, id: number, name: string, close = "></p:cNvPr>") =>
    `<p:nv${kind}Pr>\n<p:cNvPr id="${id}" name="${name}"${close}<p:cNv${kind}Pr/></p:nv${kind}Pr>`
  const table = '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table">'
  const chart = '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart">'

  it("gives each object an id, a name and its alt text", () => {
    const finished = finishObjects(
      [
        object("GrpSp", 1, "", "/>"),
        object("Sp", 2, "Text 1"),
        object("Sp", 25, "alt:0"),
        object("GraphicFrame", 2, "alt:2", "/>") + table,
        object("GraphicFrame", 4, "alt:10", ' descr=""/>') + chart
      ].join(""),
      ["Done & <dusted>", "", 'Two\n"lines"', ...Array(7).fill("wrong"), "Bars"]
    )
    assert.deepStrictEqual(finished.match(/<p:cNvPr [^>]*>/g), [
      '<p:cNvPr id="1" name=""/>',
      '<p:cNvPr id="2" name="Text 2"/>',
      '<p:cNvPr id="3" name="Figure 3" descr="Done &amp; &lt;dusted&gt;"/>',
      '<p:cNvPr id="4" name="Table 4" descr="Two&#10;&quot;lines&quot;"/>',
      '<p:cNvPr id="5" name="Chart 5" descr="Bars"/>'
    ])
  })

  it("marks what has nothing to say as decoration", () => {
    const finished = finishObjects(object("Sp", 7, "alt:0"), [""])
    assert.match(
      finished,
      /^<p:nvSpPr><p:cNvPr id="1" name="Decoration 1"><a:extLst>.*val="1"\/>.*<\/a:extLst><\/p:cNvPr>/
    )
  })

  it("leaves finished objects as they are", () => {
    const once = finishObjects(object("Sp", 3, "x") + object("Sp", 7, "alt:0") + object("Sp", 7, "alt:1"), ["", "Alt"])
    assert.strictEqual(finishObjects(once, []), once)
  })
})

describe("Paragraphs", () => {
  const run = "<a:r><a:t>a</a:t></a:r>"
  const properties = '<a:pPr marL="0" indent="0"><a:buNone/></a:pPr>'

  it("keeps a paragraph's properties in front of its runs only", () => {
    const second = `<a:p><a:pPr/>${run}</a:p>`
    assert.strictEqual(
      finishParagraphs(`<a:p>${properties}${run}${properties}${run}<a:pPr algn="l"/>${run}</a:p>${second}`),
      `<a:p>${properties}${run}${run}${run}</a:p>${second}`
    )
  })

  it("says the deck's language where PptxGenJS says its own, and nowhere in text", () => {
    const xml = '<a:rPr lang="en-US" sz="1"/><a:endParaRPr lang="en-US"/><a:t> lang=&quot;en-US&quot;</a:t>'
    assert.strictEqual(
      finishLanguage(xml, "de"),
      '<a:rPr lang="de" sz="1"/><a:endParaRPr lang="de"/><a:t> lang=&quot;en-US&quot;</a:t>'
    )
  })
})

describe("Presentation", () => {
  it("has the plan's sections, masters before slides and upright notes", () => {
    const finished = finishPresentation(
      '<p:presentation><p:sldIdLst>s</p:sldIdLst><p:notesMasterIdLst>n</p:notesMasterIdLst><p:notesSz cx="1" cy="2"/>' +
        "<p:extLst>old</p:extLst></p:presentation>",
      plan
    )
    const section = (name: string, id: number, slides: ReadonlyArray<number>) =>
      `<p14:section name="${name}" id="{00000000-0000-4000-8000-00000000000${id}}"><p14:sldIdLst>` +
      `${slides.map((slide) => `<p14:sldId id="${slide}"/>`).join("")}</p14:sldIdLst></p14:section>`
    assert.strictEqual(
      finished.replace(/<p:extLst>.*?(?=<p14:section )/, "…"),
      "<p:presentation><p:notesMasterIdLst>n</p:notesMasterIdLst><p:sldIdLst>s</p:sldIdLst>" +
        `<p:notesSz cx="6858000" cy="9144000"/>…${section("First", 1, [256])}${section("Last &amp; least", 2, [257, 258])}` +
        "</p14:sectionLst></p:ext></p:extLst></p:presentation>"
    )
    assert.strictEqual(finishPresentation(finished, plan), finished)
  })
})

describe("Properties", () => {
  it("names the document and its language, and no time", () => {
    assert.match(
      coreProperties(plan),
      /<dc:title>Plans &amp; &lt;hopes&gt;<\/dc:title><dc:language>en-GB<\/dc:language><\/cp:coreProperties>$/
    )
  })

  it("counts what is there and names the slides by their titles", () => {
    const app = appProperties(plan)
    assert.deepStrictEqual(app.match(/(?<=<vt:i4>)\d+/g), ["1", "1", "3"])
    assert.include(app, "<Slides>3</Slides><Notes>3</Notes>")
    assert.deepStrictEqual(app.match(/(?<=<vt:lpstr>)[^<]+/g)?.slice(3), [
      "Arial",
      "Team",
      "Goals &amp; &quot;aims&quot; &lt;1&gt;",
      "Chart",
      "Text"
    ])
  })
})

describe("Theme", () => {
  it("has the plan's colours in their slots, and its font", () => {
    const theme = finishTheme(
      '<a:theme xmlns:a="x" name="Office Theme"><a:clrScheme name="Office"><a:dk1/></a:clrScheme>' +
        '<a:fontScheme name="Office"><a:majorFont><a:latin typeface="B" panose="1"/></a:majorFont>' +
        '<a:minorFont><a:latin typeface="C"/><a:font script="Jpan" typeface="D"/></a:minorFont></a:fontScheme>' +
        "<a:extLst><a:ext/></a:extLst></a:theme>",
      plan.theme
    )
    assert.deepStrictEqual(
      [...theme.matchAll(/<a:(\w+)><a:srgbClr val="(\w+)"\/>/g)].map(([, slot, rgb]) => `${slot} ${rgb}`),
      [
        "dk1 101010",
        "lt1 F0F0F0",
        "dk2 202020",
        "lt2 E0E0E0",
        "accent1 0B6E4F",
        "accent2 404040",
        "accent3 505050",
        "accent4 606060",
        "accent5 707070",
        "accent6 0A5A40",
        "hlink 0A5A40",
        "folHlink 202020"
      ]
    )
    assert.deepStrictEqual(theme.match(/(?<=name=")[^"]*/g), ["Team", "Team", "Team"])
    assert.deepStrictEqual(theme.match(/(?<=typeface=")[^"]*/g), ["Arial", "Arial", "D"])
    assert.notInclude(theme, "extLst")
  })
})
