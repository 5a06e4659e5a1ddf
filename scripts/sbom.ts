import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buildIfChanged } from './build.ts'
import { type LockedPackage, runningPackages } from './running-packages.ts'

// `npm run sbom`: what runs the shop, as a CycloneDX document. Not npm's own SBOM, which leaves out bundled packages and
// includes what development tools need.
await buildIfChanged()
const { installed, bundled } = runningPackages()
const file = path.resolve(import.meta.dirname, '../package.json')
const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name: string; version: string }
const shop = { 'bom-ref': `${name}@${version}`, type: 'application', name, version }
const components = new Map<string, object>()
for (const [place, each] of bundled) add(place, each, 'bundled')
for (const [place, each] of installed) add(place, each, 'installed')
const document = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  serialNumber: `urn:uuid:${randomUUID()}`,
  version: 1,
  metadata: { timestamp: new Date().toISOString(), component: shop },
  components: [...components.values()],
  dependencies: [{ ref: shop['bom-ref'], dependsOn: [...components.keys()] }],
}
console.log(JSON.stringify(document, null, 2))

function add(place: string, { version, integrity, license, os }: LockedPackage, how: string) {
  const name = place.split('node_modules/').at(-1)!
  const ref = `${name}@${version}`
  const dash = integrity.indexOf('-')
  components.set(ref, {
    'bom-ref': ref,
    type: 'library',
    name,
    version,
    // Packages for one kind of machine: each machine only has its own.
    scope: os ? 'optional' : 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    properties: [{ name: 'shop:runs', value: how }],
    hashes: [
      {
        alg: integrity.slice(0, dash).replace('sha', 'SHA-'),
        content: Buffer.from(integrity.slice(dash + 1), 'base64').toString('hex'),
      },
    ],
    licenses: license ? [license.includes(' ') ? { expression: license } : { license: { id: license } }] : [],
  })
}
