import { effect } from "@preact/signals-core"
import { Component, type ComponentType, Fragment, type FunctionComponent, options } from "preact"

type Props = Readonly<Record<string, unknown>>

const differ = (one: Props, other: Props): boolean =>
  Object.keys(one).length !== Object.keys(other).length ||
  Object.entries(one).some(([name, value]) => value !== other[name])

/**
 * A component that is rendered again when its properties change or a signal that it read. Each rendering is the first run
 * of an effect, whose second run asks for the next rendering.
 */
const tracked = (render: FunctionComponent<Props>): ComponentType<Props> =>
  class extends Component<Props> {
    private stop?: () => void
    override shouldComponentUpdate(next: Props) {
      return differ(this.props, next)
    }
    override componentWillUnmount() {
      this.stop?.()
    }
    override render() {
      const stopPrevious = this.stop
      let isRendered = false
      let output: ReturnType<typeof render> = null
      this.stop = effect(() => {
        if (isRendered) this.forceUpdate()
        // Providers of a context keep on their component who is below them.
        else output = render.call(this, this.props)
        isRendered = true
      })
      // Only now, so that computed signals which both read keep their values.
      stopPrevious?.()
      return output
    }
  }

/**
 * From now on components follow the signals whose `value` they read, and are not rendered again for properties that are the
 * same. What JSX shows has to be such a value: Preact's types allow the signal itself, which would show nothing.
 */
export const trackSignals = (): void => {
  const trackedOf = new WeakMap<object, ComponentType<Props>>()
  options.vnode = (vnode) => {
    const { type } = vnode
    if (typeof type !== "function" || type === Fragment) return
    const known = trackedOf.get(type) ?? tracked(type as FunctionComponent<Props>)
    trackedOf.set(type, known).set(known, known)
    vnode.type = known
  }
}
