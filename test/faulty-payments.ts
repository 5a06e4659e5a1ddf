import type { Payments } from '../server/shop/payments.ts'

/** The names of the port's calls. */
type Contract = {
  [Name in keyof Payments]-?: NonNullable<Payments[Name]> extends (...input: never[]) => unknown
    ? Name
    : never
}[keyof Payments]

/** How a call fails: it never arrives, or it takes effect but its reply is lost. */
type Fault = 'before' | 'after'

export type FaultyPayments = Payments & {
  /** the next `times` calls fail */
  fail(call: Contract, fault: Fault, times?: number): void
  /** no further call fails */
  mend(): void
  /** runs between the effect of the next call and its reply */
  meanwhile(call: Contract, act: () => Promise<unknown>): void
  /** how often a call arrived at the provider */
  arrived(call: Contract): number
}

/** A provider that loses calls and replies on command. */
export function faultyPayments(inner: Payments): FaultyPayments {
  const faults: { call: Contract; fault: Fault }[] = []
  const acts: { call: Contract; act: () => Promise<unknown> }[] = []
  const arrivals = new Map<Contract, number>()

  async function through<Answer>(call: Contract, effect: () => Promise<Answer>): Promise<Answer> {
    const [fault] = takeFirst(faults, call)
    if (fault?.fault === 'before') throw new Error(`the provider cannot be reached (${call})`)
    arrivals.set(call, (arrivals.get(call) ?? 0) + 1)
    const answer = await effect()
    const [act] = takeFirst(acts, call)
    await act?.act()
    if (fault) throw new Error(`the provider's answer was lost (${call})`)
    return answer
  }

  const wrapped = Object.fromEntries(
    Object.entries(inner).map(([name, value]) => [
      name,
      typeof value === 'function'
        ? (...input: unknown[]) =>
            through(name as Contract, () =>
              (value as (...input: unknown[]) => Promise<unknown>).apply(inner, input),
            )
        : value,
    ]),
  ) as Payments

  return {
    ...wrapped,
    fail(call, fault, times = 1) {
      for (let time = 0; time < times; time++) faults.push({ call, fault })
    },
    mend: () => void faults.splice(0),
    meanwhile: (call, act) => void acts.push({ call, act }),
    arrived: (call) => arrivals.get(call) ?? 0,
  }
}

function takeFirst<Item extends { call: Contract }>(items: Item[], call: Contract): Item[] {
  const index = items.findIndex((item) => item.call === call)
  return index < 0 ? [] : items.splice(index, 1)
}
