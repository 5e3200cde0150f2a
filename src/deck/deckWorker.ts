import { serve } from "./DeckServer.ts"
import { make } from "./Pipeline.ts"

serve(make)
