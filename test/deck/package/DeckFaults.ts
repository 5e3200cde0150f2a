import { breakText, broken } from "./Broken.ts"
import type { Parts } from "./Parts.ts"

const slide1 = "ppt/slides/slide1.xml"
const slide2 = "ppt/slides/slide2.xml"
const rels = (part: string) => part.replace(/([^/]*)$/, "_rels/$1.rels")
const presentation = "ppt/presentation.xml"
const master = "ppt/slideMasters/slideMaster1.xml"
const chart = "ppt/charts/chart1.xml"
const types = "[Content_Types].xml"
const workbook = "ppt/embeddings/Microsoft_Excel_Worksheet1.xlsx"

const text =
  (part: string, from: string | RegExp, to: string) =>
  (parts: Parts): void =>
    breakText(parts, { part, from, to })

/** A single fault in a good deck, and everything that the linter reports about it. */
export const deckFaults: ReadonlyArray<
  readonly [name: string, change: (parts: Parts) => void | Promise<void>, faults: ReadonlyArray<string>]
> = [
  [
    "a listed part that does not exist",
    text(types, "</Types>", '<Override PartName="/ppt/slideMasters/slideMaster2.xml" ContentType="x"/></Types>'),
    ["content types: ppt/slideMasters/slideMaster2.xml does not exist"]
  ],
  [
    "a part without a type",
    text(types, /<Default Extension="xlsx"[^>]*>/, ""),
    [1, 2, 3, 4].map((at) => `content types: ${workbook.replace("1.", `${at}.`)} has none`)
  ],
  [
    "a part that is just any XML",
    text(types, /<Override PartName="\/ppt\/slides\/slide1.xml"[^>]*>/, ""),
    [`content types: ${slide1} is only XML`]
  ],
  ["two types", text(types, /(<Override [^>]*slide1.xml"[^>]*>)/, "$1$1"), [`content types: ${slide1} has two`]],
  [
    "a relation that leads nowhere",
    text(rels("ppt/notesMasters/notesMaster1.xml"), "theme2", "theme3"),
    [
      "ppt/notesMasters/notesMaster1.xml: relation rId1 leads to ppt/theme/theme3.xml, which does not exist",
      "ppt/theme/theme2.xml is not reached from anywhere"
    ]
  ],
  [
    "a link to outside",
    text(
      rels(slide1),
      "</Relationships>",
      '<Relationship Id="rId9" Type="x/hyperlink" Target="file:///a.b" TargetMode="External"/></Relationships>'
    ),
    [`${slide1}: relation rId9 leads outside, to file:///a.b`]
  ],
  [
    "a relation that is not there",
    text(slide2, /r:id="rId\d+"/, 'r:id="rId7"'),
    [`${slide2}: c:chart names relation rId7, which does not exist`]
  ],
  [
    "a relation twice",
    text(rels(slide1), /(<Relationship [^>]*notesSlide1[^>]*>)/, "$1$1"),
    [`${slide1}: relation rId3 is there twice`]
  ],
  [
    "an orphan",
    (parts) => void parts.set("ppt/media/a.xlsx", parts.get(workbook) ?? ""),
    ["ppt/media/a.xlsx is not reached from anywhere"]
  ],
  ["a shape id twice", text(slide1, '<p:cNvPr id="3"', '<p:cNvPr id="2"'), [`${slide1}: shape id 2 is there twice`]],
  [
    "a shape id twice, of a table",
    text(slide1, /<p:cNvPr id="\d+" name="Table/, '<p:cNvPr id="2" name="Table'),
    [`${slide1}: shape id 2 is there twice`]
  ],
  ["a shape id of a group", text(slide1, '<p:cNvPr id="1"', '<p:cNvPr id="0"'), [`${slide1}: shape id 0 is no number`]],
  [
    "a slide id twice",
    text(presentation, '<p:sldId id="257"', '<p:sldId id="256"'),
    ["slide id 256 is there twice", "sections do not list every slide once, in order"]
  ],
  ["a slide id out of range", text(presentation, /id="258"/g, 'id="25"'), ["slide id 25 is out of its range"]],
  [
    "an id of both master and layout",
    text(master, /<p:sldLayoutId id="\d+"/, '<p:sldLayoutId id="2147483648"'),
    ["master or layout id 2147483648 is there twice"]
  ],
  [
    "a layout id out of range",
    text(master, /<p:sldLayoutId id="\d+"/, '<p:sldLayoutId id="2147483647"'),
    ["master or layout id 2147483647 is out of its range"]
  ],
  [
    "a slide not shown",
    text(presentation, /<p:sldId id="258"[^>]*>/, ""),
    [
      "ppt/slides/slide3.xml is not shown",
      "sections do not list every slide once, in order",
      "docProps/app.xml: counts other slides",
      "docProps/app.xml: has other slide titles"
    ]
  ],
  ["malformed XML", text(slide1, "</p:cSld>", ""), [`${slide1}:`]],
  ["a control character", text(slide1, "Goals", "Goals\u0001"), [`${slide1}:`]],
  ["an ampersand", text(slide1, "&amp;", "&"), [`${slide1}:`]],
  ["an unknown prefix", text(slide1, "<p:clrMapOvr>", "<q:x/><p:clrMapOvr>"), [`${slide1}:`]],
  [
    "an empty title",
    text(slide2, "<a:t>Chart</a:t>", "<a:t> </a:t>"),
    [
      "docProps/app.xml: has other slide titles",
      `${slide2}: object 2 (Title 2) has no alt text`,
      `${slide2}: object 2 (Title 2) is empty`,
      `${slide2}: the title is empty`
    ]
  ],
  [
    "no title",
    text(slide2, '<p:ph type="title"/>', ""),
    ["docProps/app.xml: has other slide titles", `${slide2}: has 0 titles`]
  ],
  [
    "a table without alt text",
    text(slide1, /(name="Table 4") descr="[^"]*"/, "$1"),
    [`${slide1}: object 4 (Table 4) has no alt text`]
  ],
  [
    "a chart without alt text",
    text(slide2, /descr="[^"]*"/, 'descr=" "'),
    [`${slide2}: object 3 (Chart 3) has no alt text`]
  ],
  ["an object without a name", text(slide1, 'name="Text 3"', 'name=""'), [`${slide1}: object 3 () has no name`]],
  [
    "a placeholder the layout does not have",
    text("ppt/slides/slide3.xml", /type="body" idx="\d+"/, 'type="body" idx="77"'),
    ["ppt/slides/slide3.xml: placeholder body 77 fills nothing"]
  ],
  [
    "a layout's placeholder the master does not have",
    text(master, '<p:ph type="title"/>', ""),
    [
      "ppt/slideLayouts/slideLayout1.xml: placeholder ctrTitle  fills nothing",
      ...[2, 3, 4, 5, 6, 7, 8].map((at) => `ppt/slideLayouts/slideLayout${at}.xml: placeholder title  fills nothing`)
    ]
  ],
  [
    "a run without language",
    text(slide1, /(<a:rPr[^>]*) lang="en-GB"/, "$1"),
    [`${slide1}: 1 of 13 runs have no language`]
  ],
  [
    "notes of another slide",
    text(rels("ppt/notesSlides/notesSlide1.xml"), "slides/slide1", "slides/slide2"),
    [`ppt/notesSlides/notesSlide1.xml: does not refer back to ${slide1}`]
  ],
  [
    "a slide in two sections",
    text(presentation, '<p14:sldId id="256"/>', '<p14:sldId id="256"/><p14:sldId id="257"/>'),
    ["sections do not list every slide once, in order"]
  ],
  [
    "a slide in no section",
    text(presentation, '<p14:sldId id="256"/>', ""),
    ["sections do not list every slide once, in order"]
  ],
  [
    "two sections of one id",
    text(presentation, "000000000002}", "000000000001}"),
    ["section id {00000000-0000-4000-8000-000000000001} is there twice"]
  ],
  ["a section without a name", text(presentation, 'name="First"', 'name=""'), ["a section has no name"]],
  ["no document title", text("docProps/core.xml", /<dc:title>[^<]*/, "<dc:title>"), ["docProps/core.xml: no dc:title"]],
  [
    "no document language",
    text("docProps/core.xml", /<dc:language>.*<\/dc:language>/, ""),
    ["docProps/core.xml: no dc:language"]
  ],
  [
    "a wrong count of slides",
    text("docProps/app.xml", "<Slides>5<", "<Slides>4<"),
    ["docProps/app.xml: counts other slides"]
  ],
  [
    "a wrong count of parts",
    text("docProps/app.xml", "<vt:i4>5<", "<vt:i4>4<"),
    ["docProps/app.xml: counts other parts"]
  ],
  [
    "a wrong slide title",
    text("docProps/app.xml", ">Chart<", ">Slide 2<"),
    ["docProps/app.xml: has other slide titles"]
  ],
  [
    "one theme for two masters",
    (parts) => {
      text(rels("ppt/notesMasters/notesMaster1.xml"), "theme2", "theme1")(parts)
      text(types, /<Override PartName="\/ppt\/theme\/theme2.xml"[^>]*>/, "")(parts)
      parts.delete("ppt/theme/theme2.xml")
    },
    ["ppt/theme/theme1.xml serves two masters"]
  ],
  [
    "a wrong order in the presentation",
    text(presentation, /(<p:notesMasterIdLst>.*<\/p:notesMasterIdLst>)(<p:sldIdLst>.*<\/p:sldIdLst>)/, "$2$1"),
    [`${presentation}: p:notesMasterIdLst comes too late in p:presentation`]
  ],
  [
    "a paragraph's properties after a run",
    text(slide1, "</a:r></a:p>", "</a:r><a:pPr/></a:p>"),
    [`${slide1}: a:pPr comes too late in a:p`, `${slide1}: 1 paragraphs have their properties after a run`]
  ],
  [
    "an axis that is not there",
    text(chart, "</c:barChart>", '<c:axId val="7"/></c:barChart>'),
    [`${chart}: axis 7 does not exist`]
  ],
  ["a chart without workbook", text(chart, /<c:externalData.*<\/c:externalData>/, ""), [`${chart}: has no workbook`]],
  [
    "a value its workbook does not have",
    text(chart, "<c:v>20</c:v>", "<c:v>21</c:v>"),
    [`${chart}: shows 21 where C2 is 20`]
  ],
  [
    "a name its workbook does not have",
    text(chart, "<c:v>On track</c:v>", "<c:v>Auf Kurs</c:v>"),
    [`${chart}: shows Auf Kurs where C1 is On track`]
  ],
  [
    "an element in the wrong place of a chart",
    text(chart, /(<c:gapWidth[^>]*>)\s*(<c:overlap[^>]*>)/, "$2$1"),
    [`${chart}: c:gapWidth comes too late in c:barChart`]
  ],
  [
    "an element that a paragraph does not have",
    text(slide1, "</a:p>", "<a:endPara/></a:p>"),
    [`${slide1}: a:endPara does not belong into a:p`]
  ],
  [
    "a colour of its own",
    text(slide1, '<a:schemeClr val="accent2"/>', '<a:srgbClr val="00FF00"/>'),
    [`${slide1}: 00FF00 are not the theme's colours`]
  ],
  [
    "a font of its own",
    text(slide1, '<a:rPr lang="en-GB" b="1"/>', '<a:rPr lang="en-GB" b="1"><a:latin typeface="B"/></a:rPr>'),
    [`${slide1}: B is not the theme's font`]
  ],
  ["a row without a cell", text(slide1, /<a:tc hMerge.*?<\/a:tc>/, ""), [`${slide1}: a table row 3 has 1 cells`]],
  ["a row that spans too little", text(slide1, ' gridSpan="2"', ""), [`${slide1}: a table row 3 spans 1 columns`]],
  [
    "a table without style",
    text(slide1, /<a:tableStyleId>.*?<\/a:tableStyleId>/, ""),
    [`${slide1}: a table has no style of the deck`]
  ],
  [
    "a filled cell",
    text(slide1, '<a:tcPr anchor="ctr"/>', '<a:tcPr anchor="ctr"><a:noFill/></a:tcPr>'),
    [`${slide1}: a table has fills of its own`]
  ],
  [
    "a text over a table",
    text(slide1, /(name="Text 3".*?<a:off )x="\d+" y="\d+"/, '$1x="1000000" y="4000000"'),
    [`${slide1}: Text 3 lies over a table`]
  ],
  [
    "a placeholder that does not follow its layout",
    text(slide1, "<p:spPr/>", '<p:spPr><a:xfrm><a:off x="1" y="1"/><a:ext cx="1" cy="1"/></a:xfrm></p:spPr>'),
    [`${slide1}: Title 2 has a place of its own`]
  ],
  [
    "a link that leads to no slide",
    text(slide1, /<a:hlinkClick r:id="rId\d+"/, '<a:hlinkClick r:id="rId2"'),
    [`${slide1}: link rId2 leads to no slide`]
  ],
  [
    "a fault in a workbook",
    async (parts) => {
      const book = parts.get(workbook)
      if (typeof book === "string" || book === undefined) throw new Error("no workbook")
      parts.set(workbook, await broken(book, (inside) => void inside.delete("xl/styles.xml")))
    },
    [
      `${workbook}: content types: xl/styles.xml does not exist`,
      `${workbook}: xl/workbook.xml: relation rId2 leads to xl/styles.xml, which does not exist`
    ]
  ]
]
