import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '..')
const stamp = path.join(root, 'build/.built')
const sources = [
  '{app,domain,server,db,public}/**/*',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/build.ts',
  'scripts/running-packages.ts',
  'scripts/compress-client.ts',
  'scripts/modules-of.ts',
  'scripts/public-manifest.ts',
  'scripts/write-zips.ts',
]

/**
 * Builds the client, the server and the template of a new database if any source changed since the last build. The stamp
 * is written last, so an interrupted build is repeated.
 * @throws Error with the builder's output if it fails
 */
export async function buildIfChanged(): Promise<boolean> {
  const state = sourceState()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return false
  rmSync(stamp, { force: true })
  // Node's compile cache of the previous build (server.mjs) is useless now.
  rmSync(path.join(root, '.cache/compiled'), { recursive: true, force: true })
  rmSync(path.join(root, 'build'), { recursive: true, force: true })
  console.error('Building what changed (a few seconds) ...')
  // Imported here, because most starts find everything built, and the database driver takes half a second to load.
  const { templateIn } = await import('../db/template.ts')
  const { compileCriticalCss } = await import('../server/http/compile-critical-css.ts')
  const { compressClient } = await import('./compress-client.ts')
  const { writePublicManifest } = await import('./public-manifest.ts')
  const { writeZips } = await import('./write-zips.ts')
  // The database's template takes a third as long as the bundles, and needs nothing of them.
  const [template] = await Promise.all([
    templateIn(path.join(root, '.cache'), path.join(root, 'db/migrations')),
    bundle(),
  ])
  writePublicManifest(path.join(root, 'build/client'))
  writeZips(path.join(root, 'build/client'))
  await compressClient(path.join(root, 'build/client'))
  const plans = compileCriticalCss(path.join(root, 'build/client'))
  writeFileSync(path.join(root, 'build/server/critical-css.json'), JSON.stringify(plans))
  copyFileSync(template, path.join(root, 'build/database-template.tar.gz'))
  writeFileSync(stamp, state)
  return true
}

async function bundle() {
  const builder = path.join(root, 'node_modules/@react-router/dev/bin.cjs')
  const options = { cwd: root, env: { ...process.env, NODE_ENV: 'production' } }
  const built = promisify(execFile)(process.execPath, [builder, 'build', '--logLevel', 'warn'], options)
  await built.catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
    throw new Error(`The build failed:\n${stdout}\n${stderr}`)
  })
}

function sourceState(): string {
  const hash = createHash('sha256')
  const isSource = (file: string) => statSync(path.join(root, file)).isFile() && !/\.test\.tsx?$/.test(file)
  for (const file of globSync(sources, { cwd: root }).filter(isSource).sort()) {
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)))
  }
  return hash.digest('hex')
}

if (import.meta.main) await buildIfChanged()
