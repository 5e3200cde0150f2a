import { assert, describe, it } from "@effect/vitest"
import { contentTypes } from "../../../src/deck/templates/ContentTypes.ts"
import { presentationXml } from "../../../src/deck/templates/Presentation.ts"
import { appProperties } from "../../../src/deck/templates/Properties.ts"
import { statusColors } from "../../../src/deck/templates/StatusColors.ts"
import { relationsName } from "../../../src/deck/templates/TemplateRelations.ts"
import { themeXml } from "../../../src/deck/templates/Theme.ts"
import { escape, legal } from "../../../src/deck/templates/XmlText.ts"
import { plan } from "./SmallPlan.ts"

describe("XmlText", () => {
  it("drops characters that XML forbids, and keeps all others", () => {
    const fine = "\t\n\r ~\u0085ü\ufffd😀‮עברית"
    assert.strictEqual(legal(`a\u0000\u0008\u000b\u001f\ufffe\uffffb${fine}`), `ab${fine}`)
  })

  it("escapes for elements and attributes", () => {
    assert.strictEqual(escape(`<a b="c">]]>&amp;'\u0001\ud800`), "&lt;a b=&quot;c&quot;&gt;]]&gt;&amp;amp;'\ufffd")
  })
})

describe("ContentTypes", () => {
  it("lists exactly the existing parts", () => {
    const drawing = "application/vnd.openxmlformats-officedocument"
    assert.strictEqual(
      contentTypes(["ppt/slides/slide1.xml", "ppt/theme/theme2.xml", "_rels/.rels"]),
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        `<Override PartName="/ppt/slides/slide1.xml" ContentType="${drawing}.presentationml.slide+xml"/>` +
        `<Override PartName="/ppt/theme/theme2.xml" ContentType="${drawing}.theme+xml"/></Types>`
    )
  })
})

describe("Relations", () => {
  it("stand in a folder beside their part", () => {
    assert.strictEqual(relationsName("ppt/slides/slide1.xml"), "ppt/slides/_rels/slide1.xml.rels")
    assert.strictEqual(relationsName(""), "_rels/.rels")
  })
})

describe("Presentation", () => {
  it("has the plan's sections, numbered if a name occurs again", () => {
    const sections = [
      ...presentationXml(plan, true).matchAll(/<p14:section name="([^"]*)" id="([^"]*)">(.*?)<\/p14:section>/g)
    ]
    assert.deepStrictEqual(
      sections.map(([, name, id, slides = ""]) => [name, id, slides.match(/(?<=id=")\d+/g)]),
      [
        ["First", "{00000000-0000-4000-8000-000000000001}", ["256"]],
        ["Last &amp; least", "{00000000-0000-4000-8000-000000000002}", ["257", "258"]],
        ["First (2)", "{00000000-0000-4000-8000-000000000003}", ["259", "260"]]
      ]
    )
  })

  it("is marked as right-to-left if its deck is", () => {
    const rtl = (direction: "ltr" | "rtl") => / rtl="1"/.exec(presentationXml({ ...plan, direction }, true))?.[0]
    assert.deepStrictEqual([rtl("ltr"), rtl("rtl")], [undefined, ' rtl="1"'])
  })
})

describe("Properties", () => {
  it("counts slides and notes, and lists the slides' titles", () => {
    const app = appProperties(plan)
    assert.deepStrictEqual(app.match(/(?<=<vt:i4>)\d+/g), ["1", "5"])
    assert.include(app, "<Slides>5</Slides><Notes>2</Notes>")
    assert.deepStrictEqual(app.match(/(?<=<vt:lpstr>)[^<]+/g)?.slice(2), [
      "Strategy",
      "Goals &amp; &quot;aims&quot; &lt;1&gt;",
      "Chart",
      "Text",
      "Columns",
      "Trend"
    ])
  })
})

describe("Theme", () => {
  it("has the plan's colours in their slots", () => {
    const theme = themeXml(plan.theme)
    assert.deepStrictEqual(
      [...theme.matchAll(/<a:(\w+)><a:srgbClr val="(\w+)"\/>/g)].map(([, slot, rgb]) => `${slot} ${rgb}`),
      [
        "dk1 101010",
        "lt1 F0F0F0",
        "dk2 202020",
        "lt2 E0E0E0",
        "accent1 0A5A40",
        "accent2 0B6E4F",
        ...Object.values(statusColors).map((rgb, at) => `accent${at + 3} ${rgb}`),
        "hlink 0A5A40",
        "folHlink 202020"
      ]
    )
  })

  it("has matching fonts for headings and text in each script", () => {
    const fonts = (kind: string) => {
      const part = new RegExp(`<a:${kind}Font>(.*?)</a:${kind}Font>`).exec(themeXml(plan.theme))?.[1] ?? ""
      return [...part.matchAll(/<a:(\w+)(?: script="(\w+)")? typeface="([^"]*)"/g)].map(([, what, script, font]) =>
        [script ?? what, font].join(" ")
      )
    }
    assert.deepStrictEqual(fonts("major"), fonts("minor"))
    assert.includeMembers(fonts("major"), [
      "latin Arial",
      "cs Arial",
      "Hebr Arial",
      "Jpan Yu Gothic",
      "Hans Microsoft YaHei"
    ])
  })
})
