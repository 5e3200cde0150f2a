import { setFlagsFromString } from "node:v8"
import { main } from "./admin/Admin.ts"
import { runMain } from "./admin/Failure.ts"

// V8's heap may grow to one and a half times what lives before it is collected, instead of up to four times. While a log is folded
// nearly every object outlives two young collections and dies later, so that most of a larger heap is garbage.
setFlagsFromString("--heap-growing-percent=50")

runMain(main)
