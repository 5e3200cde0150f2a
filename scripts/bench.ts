// Imported first, as in the server: schemas that are used before it stay interpreted.
import "effect/schema/SchemaJITCompiler/enable"
import { runMain } from "./admin/Failure.ts"
import { main } from "./bench/Bench.ts"

runMain(main)
