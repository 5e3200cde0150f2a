import { fileURLToPath } from "node:url"
import { Effect, FileSystem } from "effect"
import type { OpenApi } from "effect/http-api"

interface Language {
  readonly name: string
  readonly file: string
  /** What a line of comment begins with. */
  readonly comment: string
}

export const languages: ReadonlyArray<Language> = [
  { name: "Shell", file: "shell.sh", comment: "#" },
  { name: "Node", file: "node.mjs", comment: "//" },
  { name: "Python", file: "python.py", comment: "#" }
]

export const fileOf = ({ file }: { readonly file: string }): URL => new URL(`./recipes/${file}`, import.meta.url)

export const start = { file: "start.sh" }

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/** A part of a program: what stands below a comment such as `# 2. Read`, with the lines of comment that explain it. */
interface Section {
  readonly title: string
  readonly words: string
  readonly code: string
}

const sectionsOf = (program: string, { comment }: Language): ReadonlyArray<Section> =>
  program
    .split(new RegExp(`^${comment} (?=\\d\\. )`, "m"))
    .slice(1)
    .map((part) => {
      const [title = "", ...lines] = part.trim().split("\n")
      const firstCode = lines.findIndex((line) => !line.startsWith(comment))
      const words = lines.slice(0, firstCode).map((line) => line.slice(comment.length).trim())
      return { title, words: words.join(" "), code: lines.slice(firstCode).join("\n") }
    })

const style = `
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
pre { overflow-x: auto; padding: .75rem 1rem; border: 1px solid #8886; border-radius: .5rem; font-size: .875rem }
h3 { margin: 1rem 0 0; font-size: .875rem; font-weight: 600 }
input { font: inherit; width: min(100%, 26rem); padding: .375rem .75rem; border: 1px solid #8886; border-radius: .5rem }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 1rem 0 }
ul { list-style: none; padding: 0 }
li { padding: .5rem 0; border-bottom: 1px solid #8883; overflow-wrap: anywhere }
li p { margin: .25rem 0; font-size: .875rem }
a { color: light-dark(#0b57a4, #8ab4f8) }
`

const program = (text: string): string => `<pre tabindex="0"><code>${escaped(text.trim())}</code></pre>`

/** `code` between backticks; paragraphs, inside one, and lines of points. */
const withCode = (text: string): string =>
  escaped(text)
    .replaceAll(/`([^`]+)`/g, "<code>$1</code>")
    .replaceAll(/\n\n(?!- )/g, "</p><p>")
    .replaceAll(/\n(?=- )/g, "<br>")

const anchorOf = (title: string): string =>
  title
    .replace(/^\d\. /, "")
    .toLowerCase()
    .replaceAll(" ", "-")

/** The guides, each in every language. */
const guidesOf = (programs: ReadonlyArray<Program>) => {
  const columns = programs.map(({ language, text }) => ({ language, sections: sectionsOf(text, language) }))
  return (columns[0]?.sections ?? []).map(({ title, words }, index) => {
    const codes = columns.map(
      ({ language, sections }) => `<h3>${language.name}</h3>${program(sections[index]?.code ?? "")}`
    )
    const html = `<section data-part id="${anchorOf(title)}"><h2>${escaped(title)}</h2><p>${escaped(words)}</p>${codes.join("")}</section>`
    return { link: `<a href="#${anchorOf(title)}">${escaped(title.replace(/^\d\. /, ""))}</a>`, html }
  })
}

/** Every operation in short, with a link to all about it. */
const operationsOf = ({ paths, tags }: OpenApi.OpenAPISpec): string => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...(operation as OpenApi.OpenAPISpecOperation),
      method,
      path
    }))
  )
  return tags
    .map(({ name, description = "" }) => {
      const items = operations
        .filter((operation) => operation.tags.includes(name))
        .map(({ method, path, operationId, summary = "", description = "" }) => {
          const address = `${method.toUpperCase()} ${escaped(path)}`
          const link = `<a href="docs/reference#/${name}/${operationId}"><code>${address}</code></a>`
          return `<li data-part>${link} <b>${withCode(summary)}</b><p>${withCode(description)}</p></li>`
        })
      return `<section data-group><h3>${escaped(description)}</h3><ul>${items.join("")}</ul></section>`
    })
    .join("")
}

interface Program {
  readonly language: Language
  readonly text: string
}

/** Hides the parts that lack a word of the search, and the groups without a part that is shown. */
const search = `
const box = document.querySelector("input")
const parts = [...document.querySelectorAll("[data-part]")].map((part) => [part, part.textContent.toLowerCase()])
box.addEventListener("input", () => {
  const words = box.value.toLowerCase().split(/\\s+/)
  for (const [part, text] of parts) part.hidden = !words.every((word) => text.includes(word))
  document.querySelector("output").textContent = parts.some(([part]) => !part.hidden) ? "" : "Nothing found."
  for (const group of document.querySelectorAll("[data-group]")) group.hidden = !group.querySelector("[data-part]:not([hidden])")
})
`

/** The page: a start in ten lines, the guides, and all operations. Its links are relative, for a service below a path. */
const html = (first: string, programs: ReadonlyArray<Program>, spec: OpenApi.OpenAPISpec): string => {
  const guides = guidesOf(programs)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>API – Strategy planning service</title>
<style>${style}</style></head><body><main><h1>Using the API</h1>
<label>Search <input type="search" placeholder="webhook, If-None-Match, restore …"></label> <output></output>
<nav><a href="#start">Start</a> ${guides.map(({ link }) => link).join(" ")} <a href="#operations">Operations</a>
<a href="docs/reference">Reference</a> <a href="api/openapi.json">OpenAPI</a></nav>
<section data-part id="start"><h2>Start</h2><p>Create a token with the scope <code>admin</code> under <i>Your account</i>, and
put it into <code>TOKEN</code>. A token is 49 characters, <code>strat_…</code>.</p>${program(first)}</section>
${guides.map((guide) => guide.html).join("\n")}
<h2 id="operations">Operations</h2><p>${withCode(spec.info.description ?? "")
    .replaceAll(/\*\*(.+?)\*\*/g, "<b>$1</b>")
    .replaceAll(/\[(.+?)\]\(.+?\)/g, "$1")}</p>
${operationsOf(spec)}</main><script>${search}</script></body></html>`
}

/** Makes the page from the guides' programs, which the tests run. */
export const makePage = Effect.fnUntraced(function* (spec: OpenApi.OpenAPISpec) {
  const fs = yield* FileSystem.FileSystem
  const read = (named: { readonly file: string }) => Effect.orDie(fs.readFileString(fileURLToPath(fileOf(named))))
  const programs = yield* Effect.forEach(languages, (language) =>
    Effect.map(read(language), (text) => ({ language, text }))
  )
  return html(yield* read(start), programs, spec)
})
