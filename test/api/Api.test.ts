import { assert, describe, it } from "@effect/vitest"
import { HttpApi, OpenApi } from "effect/http-api"
import { Api } from "../../src/api/Api.ts"

describe("Api", () => {
  it("documents the CSRF header exactly where it is required", () => {
    const asked: Array<string> = []
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint }) => {
        if (endpoint.method !== "GET" && endpoint.identifier !== "login")
          asked.push(`${endpoint.method} ${endpoint.path}`)
      }
    })
    const documented = Object.entries(OpenApi.fromApi(Api).paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, operation]) => JSON.stringify(operation).includes('"name":"X-CSRF-Token"'))
        .map(([method]) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`)
    )
    assert.isAbove(asked.length, 0)
    assert.deepStrictEqual(documented.sort(), asked.sort())
  })
})
