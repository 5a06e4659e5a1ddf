import type { World } from './world.ts'

// A few of California's districts, by ZIP code prefix; elsewhere the state's own rate.
const districts: [zip: string, percent: string][] = [
  ['94110', '8.625'],
  ['900', '9.75'],
  ['946', '10.75'],
]
const stateRate = '7.25'

/** The rate at an address as a decimal percentage; null: no tax is collected there. */
export function salesTaxPercent(world: World, state: string, zip: string): string | null {
  const isRegistered = [...world.taxRegistrations.values()].some(
    (registration) => registration.status === 'active' && registration.country_options.us.state === state,
  )
  if (!isRegistered || state !== 'CA') return null
  return districts.find(([start]) => zip.startsWith(start))?.[1] ?? stateRate
}
