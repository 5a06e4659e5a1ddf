import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
const list = path.join(root, 'build/bundled-packages.json')

/**
 * Records which packages the build bundled for server and browser. They run without being installed, so the SBOM and the
 * audit would miss them. build.ts empties the list first.
 */
export function noteBundledPackages(): Plugin {
  return {
    name: 'note-bundled-packages',
    apply: 'build',
    generateBundle(_, bundle) {
      const found = new Set(bundledPackages())
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? Object.entries(file.modules) : [],
      )
      for (const [id, { renderedLength }] of modules) {
        // Cut off the root first; the rest may contain a package's own copy of another package.
        const inside = id.slice(id.indexOf('/node_modules/') + 1)
        const place = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(inside)?.[0]
        if (renderedLength > 0 && place?.startsWith('node_modules/')) found.add(place)
      }
      mkdirSync(path.dirname(list), { recursive: true })
      writeFileSync(list, `${JSON.stringify([...found].sort(), null, 1)}\n`)
    },
  }
}

/** A package as listed in package-lock.json. */
export type LockedPackage = {
  version: string
  integrity: string
  license?: string
  dev?: true
  os?: string[]
  cpu?: string[]
}

/**
 * What runs the shop, by its path in package-lock.json, such as `node_modules/hono`: what is installed, and what the
 * build bundled.
 */
export function runningPackages() {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const installed = Object.entries(lock.packages).filter(([place, { dev }]) => place && !dev)
  const bundled = bundledPackages().map((place) => [place, lock.packages[place]!] as const)
  return { installed: new Map(installed), bundled: new Map(bundled) }
}

function bundledPackages(): string[] {
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as string[]) : []
}
