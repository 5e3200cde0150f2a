import { fileURLToPath } from "node:url"
import { Effect, FileSystem } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"

export const path = "/docs/recipes"

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

export const fileOf = ({ file }: Language): URL => new URL(`./recipes/${file}`, import.meta.url)

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
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
pre { overflow-x: auto; padding: .75rem 1rem; border: 1px solid #8886; border-radius: .5rem; font-size: .875rem }
h3 { margin: 1rem 0 0; font-size: .875rem; font-weight: 600 }
a { color: light-dark(#0b57a4, #8ab4f8) }
`

/** The page: recipe by recipe, each in every language. */
export const html = (programs: ReadonlyArray<{ readonly language: Language; readonly program: string }>): string => {
  const columns = programs.map(({ language, program }) => ({ language, sections: sectionsOf(program, language) }))
  const recipes = (columns[0]?.sections ?? []).map(({ title, words }, index) => {
    const codes = columns.map(
      ({ language, sections }) =>
        `<h3>${language.name}</h3><pre tabindex="0"><code>${escaped(sections[index]?.code ?? "")}</code></pre>`
    )
    return `<h2>${escaped(title)}</h2><p>${escaped(words)}</p>${codes.join("")}`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Recipes – Strategy planning service</title>
<style>${style}</style></head><body><main><h1>Recipes</h1>
<p>How to use the API from other programs. Each recipe continues where the previous one ended. All endpoints are in the
<a href="../docs">reference</a>, which is generated from the <a href="../api/openapi.json">OpenAPI document</a>.</p>
${recipes.join("\n")}</main></body></html>`
}

/** Serves the recipes, which are programs that the tests run. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const fs = yield* FileSystem.FileSystem
    const read = (language: Language) =>
      Effect.map(fs.readFileString(fileURLToPath(fileOf(language))), (program) => ({ language, program }))
    const page = yield* Effect.cached(
      Effect.map(Effect.orDie(Effect.forEach(languages, read)), (programs) =>
        HttpServerResponse.setHeader(
          HttpServerResponse.text(html(programs), { contentType: "text/html; charset=utf-8" }),
          "content-security-policy",
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
        )
      )
    )
    yield* router.add("GET", path, page)
  })
)
