/** What is known of a piece of work before it begins; never anybody's data. */
type TraceAttributes = Record<string, string | number | boolean>

/** Runs a piece of work as one span of a trace; what it throws is thrown on. */
export type Trace = <T>(name: string, attributes: TraceAttributes, work: () => Promise<T>) => Promise<T>

/** Without a collector nothing is written down. */
export const noTrace: Trace = (_name, _attributes, work) => work()

/** Every call of a port as a span named "payments.capture": what a third party takes is what one looks for. */
export function tracedPort<Port extends object>(name: string, port: Port, trace: Trace): Port {
  return new Proxy(port, {
    get(target, key) {
      const value = Reflect.get(target, key) as unknown
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const answer: unknown = value.apply(target, args)
        return answer instanceof Promise ? trace(`${name}.${String(key)}`, {}, () => answer) : answer
      }
    },
  })
}
