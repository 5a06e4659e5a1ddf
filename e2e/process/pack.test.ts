import { execFileSync, spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fastFolder } from '../../test/fast-folder.ts'
import { removeData } from '../../test/shop-process.ts'

const root = path.resolve(import.meta.dirname, '../..')
const home = fastFolder('pack')
const folder = path.join(home, 'shop')
const run = (script: string, ...words: string[]) =>
  execFileSync(process.execPath, [path.join(root, 'scripts', script), ...words], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })

beforeAll(() => void run('pack.ts', '--folder', folder))
afterAll(() => removeData(home))

/** Bytes of what is in a folder. */
const bytes = (place: string) =>
  globSync('**/*', { cwd: place, withFileTypes: true })
    .filter((each) => each.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0)

it('the packed shop starts and takes commands with only Node on the machine', async () => {
  const bin = path.join(home, 'bin')
  mkdirSync(bin)
  symlinkSync(process.execPath, path.join(bin, 'node'))
  const env = { PATH: bin, PORT: '0', DATA_DIR: path.join(home, 'data') }
  const shop = spawn(path.join(bin, 'node'), ['server.mjs'], { cwd: folder, env })
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let said = ''
      const read = (chunk: Buffer) => {
        said += chunk
        const [, found] = /Shop\s+http:\/\/localhost(:\d+)/.exec(said) ?? []
        if (found) resolve(`http://127.0.0.1${found}`)
      }
      shop.stdout.on('data', read)
      shop.stderr.on('data', read)
      shop.once('exit', () => reject(new Error(said)))
    })
    const page = await fetch(address)
    expect(page.status).toBe(200)
    const [script] = /\/assets\/[\w-]+\.js/.exec(await page.text()) ?? []
    expect((await fetch(`${address}${script}`)).status).toBe(200)
    const backup = path.join(home, 'tonight.jsonl.gz')
    execFileSync(path.join(bin, 'node'), ['server.mjs', 'backup', backup], { cwd: folder, env })
    expect(existsSync(backup)).toBe(true)
  } finally {
    const ended = new Promise((resolve) => shop.once('exit', resolve))
    shop.kill('SIGTERM')
    await ended
  }
})

it('the packed shop has few packages, no install scripts, and fits a small image', () => {
  const packages = globSync('node_modules/{*,@*/*}/package.json', { cwd: folder })
  expect(packages.length).toBeGreaterThan(5)
  expect(packages.length).toBeLessThanOrEqual(60)
  const modules = path.join(root, 'node_modules')
  // As they are installed, before the pack leaves out what only tools read.
  const installed = packages
    .map((each) => path.dirname(path.relative('node_modules', each)))
    .filter((name) => !name.startsWith('node-'))
    .map((name) => bytes(path.join(modules, name)))
  expect(installed.reduce((sum, each) => sum + each, 0)).toBeLessThan(90 * 1024 ** 2)
  const names = packages.map((each) => path.dirname(each))
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: true }>
  }
  expect(names.filter((name) => lock.packages[name]!.hasInstallScript)).toEqual([])
  expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual([
    'LICENSE',
    'THIRD-PARTY.txt',
    'build',
    'db',
    'node_modules',
    'package.json',
    'server.mjs',
  ])
  // 24 MB: distroless cc of Debian 12, on which it stands.
  expect(bytes(folder) / 1000 ** 2 + 24).toBeLessThan(240)
})

it('the software list names Node, installed and bundled packages, each by its hash', () => {
  const { components } = JSON.parse(run('sbom.ts')) as {
    components: { name: string; hashes: { alg: string; content: string }[] }[]
  }
  const names = components.map(({ name }) => name)
  const running = [`node-${process.platform}-${process.arch}`, '@electric-sql/pglite', 'hono', 'react', 'pg']
  expect(names).toEqual(expect.arrayContaining(running))
  for (const { hashes } of components)
    expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
  // Neither a compiler nor a development server, which an email library would bring along.
  for (const tool of ['esbuild', 'typescript', 'prettier', 'tailwindcss', 'socket.io', 'chokidar', 'vite'])
    expect(names).not.toContain(tool)
})
