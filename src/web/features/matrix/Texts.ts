export * from "../../texts/Texts.ts"
export * as matrix from "./MatrixTexts.ts"
