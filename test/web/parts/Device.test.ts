import { assert, describe, it } from "@effect/vitest"
import { deviceOf } from "../../../src/web/parts/Device.ts"

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)"

describe("The device of a session", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36`, "Chrome on Windows"],
    [`Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, "Edge on Windows"],
    [`Mozilla/5.0 (Linux; Android 15) ${webKit} Chrome/140.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15",
      "Safari on macOS"
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1",
      "Safari on iOS"
    ],
    ["curl/8.9.1", "curl/8.9.1"],
    ["python-requests/2.32 (something)", "python-requests/2.32"],
    ["", "Unknown device"],
    [null, "Unknown device"]
  ])("%s", (userAgent, expected) => {
    assert.strictEqual(deviceOf(userAgent), expected)
  })
})
