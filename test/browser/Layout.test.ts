import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Browser } from "../support/Browser.ts"
import { inspect, layoutFaults } from "./Layout.ts"

interface Case {
  readonly what: string
  readonly body: string
  /** The fault to be found; undefined if the layout is right. */
  readonly fault: RegExp | undefined
}

const place = (left: number, top: number, more = "") => `position: absolute; left: ${left}px; top: ${top}px; ${more}`

/** The cells of this row are placed by order, and one of them renders nothing, so that the others move one column. */
const rowByOrder = `
  <div style="display: grid; grid-template-columns: 26px 95px 1fr; width: 600px">
    <div style="white-space: nowrap">Off track</div>
    <div style="white-space: nowrap">A title that has a place of some hundred pixels</div>
    <div>31 January</div>
  </div>`

const cases: ReadonlyArray<Case> = [
  { what: "a plain paragraph", body: "<p>One</p><p>Two <b>and</b> <a href='#a'>three</a></p>", fault: undefined },
  {
    what: "text over text",
    body: `<p style="${place(10, 10)}">One</p><p style="${place(20, 14)}">Two</p>`,
    fault: /lie over/
  },
  {
    what: "text over text that lets the pointer through",
    body: `<p style="${place(10, 10)}">One</p><p style="${place(20, 14, "pointer-events: none")}">Two</p>`,
    fault: /lie over/
  },
  {
    what: "text behind something opaque",
    body: `<p style="${place(10, 10)}">One</p><p style="${place(5, 5, "background: white; padding: 20px")}">Two</p>`,
    fault: undefined
  },
  {
    what: "text behind something half transparent",
    body: `<p style="${place(10, 10)}">One</p><p style="${place(0, 0, "background: rgb(255 255 255 / 50%); padding: 10px")}">Two</p>`,
    fault: /lie over/
  },
  { what: "cells that moved one column", body: rowByOrder, fault: /“Off track”.*(lie over|outside)/ },
  {
    what: "text outside of its cell",
    body: "<table><tr><td style='display: block; width: 40px; white-space: nowrap'>Much longer than that</td></tr></table>",
    fault: /outside of/
  },
  {
    what: "text cut off",
    body: "<div style='width: 40px; overflow: hidden; white-space: nowrap'>Much longer than that</div>",
    fault: /outside of/
  },
  {
    what: "text cut off with an ellipsis",
    body: "<div style='width: 40px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis'>Much longer</div>",
    fault: undefined
  },
  {
    what: "a list that scrolls",
    body: "<ul style='height: 60px; overflow: auto'><li>1<li>2<li>3<li>4<li>5<li><button>Last</button></ul>",
    fault: undefined
  },
  {
    what: "a box that scrolls sideways",
    body: "<div style='width: 90px; overflow: auto; white-space: nowrap'>Much longer than that</div>",
    fault: /scrolls sideways/
  },
  {
    what: "a page wider than the window",
    body: "<div style='width: 900px'>Wide</div>",
    fault: /wider than the window/
  },
  { what: "text left of the window", body: `<p style="${place(-30, 10)}">One and two</p>`, fault: /beside the window/ },
  {
    what: "a button under a sheet",
    body: `<button>Press</button><div style="${place(0, 0, "width: 300px; height: 60px")}"></div>`,
    fault: /“Press” is not reached by a mouse, but div is/
  },
  {
    what: "a button that lets the pointer through",
    body: "<button style='pointer-events: none'>Press</button>",
    fault: /not reached/
  },
  {
    what: "an input under its label",
    body: `<label style="position: relative">Red<span style="${place(0, 0, "width: 99px; height: 40px")}"></span><input type="radio"></label>`,
    fault: undefined
  },
  { what: "a link of no size", body: "<a href='#a' style='display: block; height: 2px'></a>", fault: /too small/ },
  {
    what: "words for screen readers",
    body: "<span style='position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)'>Hidden words</span><p>One</p>",
    fault: undefined
  }
]

const withTouch: ReadonlyArray<Case> = [
  {
    what: "a link in a sentence",
    body: "<p>Read <a href='#a'>the rest</a> of it</p>",
    fault: undefined
  },
  { what: "a link on a line of its own", body: "<p><a href='#a'>The rest</a></p>", fault: /too small for a finger/ },
  {
    what: "a link that fills its row",
    body: `<p style="position: relative; height: 40px"><a href='#a'>The rest<b style="${place(0, -4, "width: 300px; height: 40px")}"></b></a></p>`,
    fault: undefined
  },
  {
    what: "a low button",
    body: "<button style='height: 20px'>Press</button>",
    fault: /too small for a finger: \d+ × 20/
  },
  {
    what: "a checkbox in a low label",
    body: "<label style='display: block; height: 20px'><input type='checkbox'> Red</label>",
    fault: /too small for a finger/
  },
  {
    what: "a checkbox in a high label",
    body: "<label style='display: block; height: 24px'><input type='checkbox'> Red</label>",
    fault: undefined
  }
]

layer(Browser.shared, { excludeTestServices: true })("The inspection of a layout", (it) => {
  for (const [screen, hasTouch, listed] of [
    ["a usual screen", false, cases],
    ["a touch screen", true, withTouch]
  ] as const) {
    it.effect(`reports each kind of fault on ${screen}, and nothing if the layout is right`, () =>
      Effect.gen(function* () {
        const { page } = yield* (yield* Browser).visit({ hasTouch })
        yield* Effect.promise(async () => {
          await inspect(page)
          await page.goto("about:blank")
          for (const { what, body, fault } of listed) {
            await page.evaluate(`document.body.innerHTML = ${JSON.stringify(body)}`)
            const faults = await layoutFaults(page, 640)
            if (fault === undefined) assert.deepStrictEqual(faults, [], what)
            else assert.match(faults.join("\n"), fault, what)
          }
        })
      }).pipe(Effect.scoped)
    )
  }
})
