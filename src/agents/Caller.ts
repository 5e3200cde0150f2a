import { Context } from "effect"
import type { TokenIdentity } from "../domain/Identity.ts"

/** The token that a request came with, and the user it acts for. */
export class Caller extends Context.Service<Caller, TokenIdentity>()("strategy/agents/Caller") {}
