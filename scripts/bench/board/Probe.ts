/**
 * A script that runs in the page before its own scripts. It observes the document and the browser's performance entries, and
 * changes nothing. Times are milliseconds since the page was opened.
 */
export const probe = `{
  const painted = () => new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now())
      port2.postMessage(undefined)
    })
  })

  const when = (holds) => new Promise((resolve) => {
    const look = () => {
      if (!holds()) return
      const inDocument = performance.now()
      observer.disconnect()
      painted().then((time) => resolve({ inDocument, painted: time }))
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { childList: true, subtree: true, characterData: true })
    look()
  })

  const view = /\\/api\\/teams\\/[^/]+\\/(principles|objectives)$/
  const arrived = (after, before) => Math.max(...performance.getEntriesByType("resource")
    .filter(({ name, startTime, responseEnd }) => view.test(name) && startTime >= after && responseEnd <= before)
    .map(({ responseEnd }) => responseEnd))

  const frames = new Map()
  window.SharedWorker = class extends SharedWorker {
    constructor(...given) {
      super(...given)
      this.port.addEventListener("message", ({ data }) => {
        if (data.kind === "change") frames.set(data.change.sequenceNumber, performance.now())
      })
    }
  }

  const cards = document.getElementsByClassName("objective")
  const first = when(() => cards.length > 0)

  const titled = (id, title) => when(() =>
    document.querySelector('.objective[data-id="' + id + '"] h3')?.textContent.startsWith(title) === true)

  window.pace = {
    opened: async (count) => {
      const [one, all] = await Promise.all([first, when(() => cards.length === count)])
      const data = arrived(0, one.inDocument)
      return { first: one.painted - data, all: all.painted - data }
    },
    expect: (id, title) => {
      window.expected = titled(id, title)
    },
    changed: async (sequenceNumber) => {
      const { inDocument, painted } = await window.expected
      const frame = frames.get(sequenceNumber)
      return { work: inDocument - Math.max(frame, arrived(frame, inDocument)), whole: painted - frame }
    },
    listenForKey: () => {
      window.pressed = new Promise((resolve) => {
        const listen = (event) => painted().then((time) => resolve(time - event.timeStamp))
        addEventListener("keydown", listen, { capture: true, once: true })
      })
    },
    matrix: async (cells) => {
      const buttons = document.getElementsByTagName("td")
      const clicked = new Promise((resolve) => {
        addEventListener("click", ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true })
      })
      document.querySelector('.tabs a[href$="/matrix"]').click()
      const [from, one, all] = await Promise.all([
        clicked, when(() => buttons.length > 0), when(() => buttons.length >= cells)
      ])
      return { first: one.painted - from, all: all.painted - from }
    }
  }
}`
