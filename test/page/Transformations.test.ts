// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are code
import { Script } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import { joinTexts } from "../../src/page/build/JoinedTexts.ts"
import { literalNames, nameLiterals } from "../../src/page/build/NamedLiterals.ts"
import { shareList } from "../../src/page/build/SharedList.ts"

const importFrom = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`)

/** What a script's last statement is. */
const valueOf = (code: string, given: Readonly<Record<string, unknown>> = {}): unknown =>
  new Script(code).runInNewContext({ ...given })

const given = {
  one: 1,
  two: 2,
  text: 'a ` ${ " \\ ü 🙂',
  nothing: undefined,
  list: [1, [2, 3]],
  day: new Date(Date.UTC(2026, 0, 1)),
  address: new URL("http://example.org/a?b"),
  tag: ({ raw }: TemplateStringsArray, ...rest: ReadonlyArray<unknown>) => [raw.join("|"), rest]
}

describe("a template written as a sum", () => {
  it.each([
    "`${one}`",
    "`${one}${two}`",
    "`${one}${two} of ${one}${two}`",
    "`a${one}`",
    "`${one}a`",
    "`${text}, ${nothing}, ${list}, ${null}, ${true}, ${10n}, ${day}, ${address}`",
    "`${one + two}${one ? 'x' : 'y'}${one, two}`.length",
    "`a${`b${one}${`c`}`}d${`${`${two}`}`}`",
    "1 + `${one}` * 2",
    "`line\nbreak \\n \\u{1F642} \\` \\${ ü🙂 ${one}\r\n'\"`",
    "tag`a\\n${one}b${`c${two}`}`",
    "tag`${one}`",
    "((...at) => `${at.push(1)}${at.push(2)}${at}`)()",
    "`no hole`"
  ])("is the same text: %s", (code) => {
    const joined = joinTexts(code)
    assert.deepStrictEqual(valueOf(joined, given), valueOf(code, given))
    assert.strictEqual(joined.includes("${one"), code.startsWith("tag"), joined)
  })
})

describe("literals with names", () => {
  it.each([
    "const f = (x) => { switch (x) { case`button`:return`span`;case null:return void 0 } return typeof`button` }; [f(`button`), f(null), f(1)]",
    "['`button`', /null/.source, { null: 1, button: `button` }, `null`, `void 0`, `button `, '`span`in ${null}', void 1]",
    "`${null} ${`button`}${void 0}`",
    "`button`in{button:1}",
    "(({ a = null, b = void 0 }) => [a, b])({})"
  ])("have the same value: %s", (code) => {
    const named = nameLiterals(code)
    assert.deepStrictEqual(valueOf(named), valueOf(code))
    assert.notStrictEqual(named, code)
  })

  it("are written once in a module, and not named in one without them", () => {
    assert.strictEqual(nameLiterals("f(null,void 0,null,`button`)"), "var z=null,R,X=`button`;f(z,R,z,X)")
    assert.strictEqual(nameLiterals("f(`other`)"), "f(`other`)")
  })

  it("have names that nothing else may have, but for the names of exports", () => {
    for (const name of literalNames) {
      assert.throws(() => nameLiterals(`let ${name}=1`), `${name} is the name of a literal.`)
      assert.throws(() => nameLiterals(`(${name}=>null)()`), `${name} is the name of a literal.`)
      nameLiterals(`import{${name} as a}from"./other.js";export{a as ${name}};`)
    }
  })
})

describe("what a file exports to another", () => {
  const share = async (exporting: string, importing: string) => {
    const exporter = { code: exporting }
    const importer = { code: importing }
    shareList(exporter, importer)
    const address = `data:text/javascript,${encodeURIComponent(exporter.code)}`
    const run = async ({ code }: { readonly code: string }, from: string) =>
      (await importFrom(code.replace("./exporter.js", from))).result
    const before = await run({ code: importing }, `data:text/javascript,${encodeURIComponent(exporting)}`)
    assert.deepStrictEqual(await run(importer, address), before)
    return { exporter: exporter.code, importer: importer.code }
  }

  it("is a list with the same values", async () => {
    const { exporter, importer } = await share(
      "var a=1,b=()=>a+1;function c(){return 3}class d{static e=4}b.y=c.x=1;for(const e of[b])e();export{a as e,b,c as t,d as n};",
      'import{e,b as r,t,n as i}from"./exporter.js";export const result=[e,r(),t(),i.e];'
    )
    assert.match(exporter, /;export default\[a,b,c,d\];$/)
    assert.match(importer, /^import Q from".\/exporter.js";let\[e,r,t,i\]=Q;/)
  })

  it("keeps variables that are assigned to anywhere, which the importer sees change", async () => {
    const { exporter, importer } = await share(
      "let a=0,b=0,c=0,d=0,e=0,f=0,g=5;const set=()=>{b++;[d=a=1,c]=[,1];({x:d=0,...e}={x:1,y:2});for(f of[1]);};" +
        "export{a,b,c,d,e,f,g,set};",
      'import{a as h,b as i,c as j,d as k,e as l,f as m,g as n,set as s}from"./exporter.js";s();export const result=[h,i,j,k,l,m,n];'
    )
    assert.match(exporter, /;export default\[g,set\];export\{a as h,b as i,c as j,d as k,e as l,f as m\};$/)
    assert.match(importer, /^import Q,\{h,i,j,k,l,m\}from/)
  })
})
