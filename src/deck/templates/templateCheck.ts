import { readFileSync, statSync } from "node:fs"
import { readTemplate } from "./CompanyTemplate.ts"
import { templateDigest } from "./Template.ts"
import { maxTemplateSize } from "./TemplateParts.ts"

/** The digest of a file that decks can have as their template. */
const digestOf = (path: string): string => {
  if (statSync(path).size > maxTemplateSize) throw new Error("it is larger than 20 MiB")
  const file = readFileSync(path)
  readTemplate(file)
  return templateDigest(file)
}

/** The unpacker's errors have a number. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return "code" in error && typeof error.code === "number" ? "it is no .pptx file" : error.message
}

/** Prints the digest of the named file, or why decks cannot have it. */
await Promise.resolve(process.argv[2] ?? "")
  .then(digestOf)
  .then(console.log, (error: unknown) => {
    console.log(reasonOf(error))
    process.exitCode = 1
  })
