import { assert, describe, it } from "@effect/vitest"
import { ownedBy } from "../../../src/shared/words/Owners.ts"
import { ownerOptions } from "../../../src/web/parts/dialogs/OwnerOptions.ts"

const people = [
  { username: "ann", displayName: "Ann Lee" },
  { username: "bob", displayName: null },
  { username: "mei", displayName: "Mei Chen" }
]

const offered = (typed: string, owner = "", used: ReadonlyArray<string> = ["Legal", "ann", "Élan", "Legal", ""]) =>
  ownerOptions({ people, own: "mei", used, owner, typed }).map(({ owner, hint, isNew }) =>
    [isNew ? `+${owner}` : owner, hint].join(" ").trim()
  )

describe("The owners to choose from", () => {
  it("are the user, other people by name, then other names in use, none of them twice", () => {
    assert.deepStrictEqual(offered(""), ["Mei Chen you", "Ann Lee ann", "bob", "Élan", "Legal"])
    assert.deepStrictEqual(offered("", "bob")[0], "")
    assert.deepStrictEqual(offered("\u200b"), offered(""))
  })

  it("are found by the beginnings of words of the name or the username, whatever their case and accents", () => {
    assert.deepStrictEqual(offered("LE"), ["Ann Lee ann", "Legal", "+LE"])
    assert.deepStrictEqual(offered("lee ann"), ["Ann Lee ann", "+lee ann"])
    assert.deepStrictEqual(offered("ela"), ["Élan", "+ela"])
    assert.deepStrictEqual(offered(" mei chen "), ["Mei Chen you"])
    assert.deepStrictEqual(offered(" Sales team "), ["+Sales team"])
  })
})

describe("An owner", () => {
  it("is a person by display name or username, whatever the case, the accents and what stands between words", () => {
    const isMine = ownedBy([{ username: "mei", displayName: "Méi Chen" }])
    assert.deepStrictEqual(["mei", "MEI", "mei  chen", "Chen Mei", "Mei", "", "Mei Chen, Legal"].map(isMine), [
      ...[true, true, true, false, true, false, false]
    ])
    assert.isFalse(ownedBy([{ username: "--", displayName: null }])(""))
    assert.isFalse(ownedBy([])("mei"))
  })
})
