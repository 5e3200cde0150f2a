import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { readTemplate, type Template } from "./CompanyTemplate.ts"
import { templateVariable } from "./TemplateVariable.ts"

export const templateDigest = (file: Uint8Array): string => createHash("sha256").update(file).digest("base64url")

const named = (told: string): Template => {
  const [digest = ""] = told.split(" ", 1)
  const file = readFileSync(told.slice(digest.length + 1))
  if (templateDigest(file) !== digest) throw new Error("The template has changed since the server was started.")
  return readTemplate(file)
}

const told = process.env[templateVariable]

/** The company's template of all decks of this process; null: they have the service's own. */
export const template: Template | null = told === undefined ? null : named(told)
