import { registerHooks } from "node:module"
import { text } from "node:stream/consumers"

/**
 * Prints the TypeScript types of the OpenAPI document on standard input. openapi-typescript needs the compiler API of
 * TypeScript 5, which TypeScript 7 no longer has; `@ts-morph/common` contains it.
 */
const compiler = import.meta.resolve("./compilerApi.ts")

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "typescript" ? { url: compiler, shortCircuit: true } : next(specifier, context)
})

const { astToString, default: types } = await import("openapi-typescript")
process.stdout.write(astToString(await types(await text(process.stdin))))
