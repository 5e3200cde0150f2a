import { readFileSync, statSync } from "node:fs"
import { readTemplate } from "./templates/CompanyTemplate.ts"
import { templateDigest } from "./templates/Template.ts"
import { maxTemplateSize } from "./templates/TemplateParts.ts"

/** Prints the digest of a file if decks can have it as their template, else why they cannot. */
const digestOf = (path: string): string => {
  if (statSync(path).size > maxTemplateSize) throw new Error("it is larger than 20 MiB")
  const file = readFileSync(path)
  readTemplate(file)
  return templateDigest(file)
}

try {
  console.log(digestOf(process.argv[2] ?? ""))
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
