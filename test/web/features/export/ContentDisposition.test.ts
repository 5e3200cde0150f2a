import { assert, describe, it } from "@effect/vitest"
import { attachment } from "../../../../src/http/handlers/ContentDisposition.ts"
import { fileNameOf } from "../../../../src/web/features/export/ContentDisposition.ts"

describe("The file name in a Content-Disposition header", () => {
  it("is decoded from what the server sends, for any characters", () => {
    for (const full of ["ä b.pptx", "100 % + more & 'so' (1).pptx", "計画.pptx"]) {
      assert.strictEqual(fileNameOf(attachment({ ascii: "plain.pptx", full }), "x"), full)
    }
  })

  it("is the plain one where there is no extended one, and the default where there is none", () => {
    assert.strictEqual(fileNameOf('attachment; filename="say \\"a\\".pptx"', "x"), 'say "a".pptx')
    assert.strictEqual(fileNameOf("attachment; filename*=UTF-8''50%.pptx", "x"), "50%.pptx")
    assert.strictEqual(fileNameOf("attachment", "x.pptx"), "x.pptx")
  })
})
