import { make } from "./Pipeline.ts"
import { serve } from "./WorkerSide.ts"

serve(make)
