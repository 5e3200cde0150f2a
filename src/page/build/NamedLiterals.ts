import { minifySync, type Plugin, type VisitorObject } from "vite"
import { type Edit, edited, visit } from "./Edits.ts"

/** What is written most often, each with a name that `freeNames` takes from every binding and the minifier gives to none. */
const names = { "void 0": "R", null: "z", "`button`": "X", "`span`": "Y" } as const

type Literal = keyof typeof names

/** Names for the minifier to leave. */
export const literalNames: ReadonlyArray<string> = Object.values(names)

/** What would make one word of a name and what stands beside it, such as the `return` of a text. */
const isWord = (character: string | undefined): boolean => /[\w$]/.test(character ?? "")

const isNamed = (text: string): text is Literal => Object.hasOwn(names, text)

/**
 * A module in which each of the literals above is written once, and its name elsewhere. Throws if the module has such a
 * name already.
 */
export const nameLiterals = (code: string): string => {
  const found = new Set<Literal>()
  const edits: Array<Edit> = []
  const replace = ({ start, end }: { readonly start: number; readonly end: number }) => {
    const text = code.slice(start, end)
    if (!isNamed(text)) return
    found.add(text)
    const [before, after] = [code[start - 1], code[end]].map((beside) => (isWord(beside) ? " " : ""))
    edits.push({ start, end, text: `${before}${names[text]}${after}` })
  }
  const outside = new Set<number>()
  const visitor: VisitorObject = {
    UnaryExpression: replace,
    Literal: replace,
    TemplateLiteral: replace,
    ExportSpecifier: ({ local, exported }) => {
      if (local.start !== exported.start) outside.add(exported.start)
    },
    ImportSpecifier: ({ local, imported }) => {
      if (local.start !== imported.start) outside.add(imported.start)
    },
    Identifier: ({ name, start }) => {
      if (literalNames.includes(name) && !outside.has(start)) throw new Error(`${name} is the name of a literal.`)
    }
  }
  visit(code, visitor)
  const declared = [...found].map((text) => (text === "void 0" ? names[text] : `${names[text]}=${text}`))
  return declared.length === 0 ? code : `var ${declared};${edited(code, edits)}`
}

/** Gives long names to all bindings of a module, so that none has the name of a literal. */
const freeNames = (name: string, code: string): string =>
  minifySync(name, code, { module: true, compress: false, mangle: { debug: true }, codegen: false }).code

/** Gives the most frequent literals of each file names of one letter. The minifier must leave these. */
export const namedLiterals: Plugin = {
  name: "named-literals",
  renderChunk: (code, { fileName }) => ({ code: freeNames(fileName, code), map: null }),
  generateBundle: (_, bundle) => {
    for (const file of Object.values(bundle)) if (file.type === "chunk") file.code = nameLiterals(file.code)
  }
}
