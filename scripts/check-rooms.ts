import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { circlesIn } from './circles.ts'

// Enforces what the linter can't: who can import whom (design: app → domain ← server → db → domain), where a third party
// can be imported, and how long a file should be.
const root = path.resolve(import.meta.dirname, '..')

type Room = 'domain' | 'app' | 'server' | 'db' | 'scripts' | 'test' | 'e2e' | 'bench' | 'root'

const mayImport: Record<Room, Room[]> = {
  domain: ['domain'],
  app: ['app', 'domain'],
  db: ['db', 'domain'],
  server: ['server', 'db', 'domain'],
  scripts: ['scripts', 'test', 'server', 'db', 'domain', 'root'],
  test: ['test', 'app', 'server', 'db', 'domain'],
  e2e: ['e2e', 'test', 'domain', 'db'],
  bench: ['bench', 'test', 'server', 'db', 'domain', 'scripts'],
  root: ['root', 'scripts'],
}

/** The server gives pages their context: these files know its type and key; no other server file knows a page. */
const pageSeam = ['server/main.ts', 'server/http/page-context.ts']

/** Third parties and the only places that can import them. Tests and tools are exempt. */
const homes: Record<string, RegExp> = {
  'drizzle-orm': /^(db|server)\//,
  '@electric-sql/pglite': /^db\//,
  pg: /^db\//,
  hono: /^server\/(http\/|telemetry\/metrics\.ts$|shop\/parse-input\.ts$|(app|open-shop)\.ts$)/,
  '@hono/node-server': /^server\/(http\/(api|assets)|open-shop)\.ts$/,
  nodemailer: /^server\/adapters\//,
  imapflow: /^server\/adapters\//,
  'postal-mime': /^server\/inbox\//,
  'html-to-text': /^server\/inbox\//,
  stripe: /^server\/adapters\//,
  'react-email': /^server\/emails\//,
  'react-dom': /^(app\/|server\/emails\/render\.ts$)/,
  react: /^(app|server\/emails)\//,
  'react-router': /^(app\/|server\/main\.ts$)/,
  'radix-ui': /^app\//,
  zod: /^(domain\/(api|contract|mail-(payloads|subjects)|membership-view|(admin|account)\/[\w-]+)|server\/(adapters\/easypost\/wire|bounces\/bounce-reports|shop\/(config|services-config|parse-input)|http\/openapi))\.ts$/,
  '@tanstack/react-query': /^app\/(admin|account)\//,
  '@tanstack/react-virtual': /^app\/admin\//,
  '@dnd-kit/core': /^app\/admin\//,
  '@dnd-kit/sortable': /^app\/admin\//,
  '@tiptap/core': /^app\/admin\/letters\//,
  '@tiptap/react': /^app\/admin\/letters\//,
  '@tiptap/starter-kit': /^app\/admin\/letters\//,
  '@node-rs/argon2': /^server\/staff\//,
  otpauth: /^server\/staff\//,
  'bwip-js': /^server\/documents\//,
  qrcode: /^server\/(staff\/|adapters\/demo-carrier\.ts$)/,
  'csv-parse': /^server\//,
  'csv-stringify': /^server\//,
  'prom-client': /^server\/(telemetry\/|http\/monitor\.ts$)/,
  '@opentelemetry/api': /^server\/(adapters\/otlp-traces|shop\/trace)\.ts$/,
  '@opentelemetry/sdk-trace': /^server\/adapters\/otlp-traces\.ts$/,
  '@opentelemetry/resources': /^server\/adapters\/otlp-traces\.ts$/,
  '@opentelemetry/exporter-trace-otlp-http': /^server\/adapters\/otlp-traces\.ts$/,
  beasties: /^server\/http\//,
  htmlparser2: /^server\/http\//,
  sharp: /^server\/(admin\/)?pictures\//,
}

/** A file with more lines than this reads better in two; one that is squeezed to have fewer reads worse. */
const fullFile = 400
const longestFile = 600
const full: string[] = []
const problems: string[] = []
/** Who imports whom, including type imports: no cycles between files. */
const fileImports = new Map<string, Set<string>>()
/** 'folder → other folder' with one example import: no two folders can import each other, and no rooms of server/ in a circle. */
const folderImports = new Map<string, string>()
const roomImports = new Map<string, Set<string>>()

/** Matches a day or a time written without domain/calendar-date.ts, which knows when a reader needs the year. */
const writesDay = /\.toLocale(Date|Time)String\(|\bDateTimeFormat\b|\b(date|time)Style:/

/** Matches a state that is written, or named in a statement, without its machine (db/schema/states.ts). */
const namesState = /\bset(?:\(|: )\{[^}]*\b(?:state|status): '|\b(?:state|status)\}? (?:=|<>|in|not in) \(?'/

for (const file of globSync('**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['node_modules/**', 'build/**', '.*/**'],
})) {
  const text = readFileSync(path.join(root, file), 'utf8')
  const lines = text.split('\n').length
  if (lines > longestFile)
    problems.push(`${file}: ${lines} lines, at most ${longestFile}: split it by subject`)
  else if (lines > fullFile) full.push(`${file} (${lines})`)
  if (/(^|\/)(utils|lib|helpers|common)\//.test(file))
    problems.push(`${file}: name a folder after its subject, or move the file to the subject it serves`)
  for (const [, specifier] of text.matchAll(
    /(?:^|\n)\s*(?:import|export)[^'"\n]*?(?:\{[^}]*\})?[^'"\n]*?from\s+['"]([^'"]+)['"]/g,
  )) {
    checkImport(file, specifier!)
  }
  for (const [, specifier] of text.matchAll(/import\(\s*['"]([^'"]+)['"]\s*\)/g))
    checkImport(file, specifier!)
  const isOurs = file.startsWith('server/') && !file.startsWith('server/adapters/') && !isTool(file)
  if (isOurs && namesState.test(text))
    problems.push(
      `${file}: writes or compares a state as text, which no state machine checks; use boxState.to('packed', boxes.state), boxState.list('packed') and the like (db/schema/states.ts)`,
    )
  if (writesDay.test(text) && !isTool(file) && file !== 'domain/calendar-date.ts')
    problems.push(
      `${file}: formats a day or a time itself; use formatDay and its like (domain/calendar-date.ts)`,
    )
  const readsEnvironment = /process\.env\b/.test(text) && !isTool(file)
  if (readsEnvironment)
    problems.push(`${file}: reads process.env; add a setting to server/shop/config.ts and read shop.config`)
}

for (const [edge, example] of folderImports) {
  const [from, to] = edge.split(' → ') as [string, string]
  const back = folderImports.get(`${to} → ${from}`)
  if (back && from < to)
    problems.push(
      `${from} and ${to} import each other (${example}; ${back}): move what both need to the lower of the two, or below both, such as server/ledger/ or domain/`,
    )
}

for (const circle of circlesIn(roomImports)) {
  const ways = [...folderImports].filter(([edge]) => edge.split(' → ').every((room) => circle.includes(room)))
  problems.push(
    `${circle.join(', ')} import each other in a circle (${ways.map(([edge, example]) => `${edge}: ${example}`).join('; ')}): move what closes it below both, such as to server/ledger/, server/shop/ or domain/`,
  )
}

for (const cycle of findImportCycles(fileImports)) {
  const way = [...cycle, cycle[0]].join(' → ')
  problems.push(`${way}: an import cycle; move what they share to the lower file`)
}

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
if (full.length > 0) console.log(`More than ${fullFile} lines, better split by subject: ${full.join(', ')}`)
console.log('Rooms, imports and sizes are in order.')

function checkImport(file: string, specifier: string) {
  if (specifier.startsWith('.')) return checkRoom(file, specifier)
  if (isTool(file)) return
  const name = specifier.startsWith('@')
    ? specifier.split('/').slice(0, 2).join('/')
    : specifier.split('/')[0]!
  const home = homes[name]
  if (home && !home.test(file))
    problems.push(
      `${file}: can’t import ${name}, only ${home.source} can; call what’s there, or widen \`homes\``,
    )
  if (file.startsWith('domain/') && !specifier.startsWith('.') && specifier !== 'zod/mini') {
    problems.push(
      `${file}: domain imports nothing but zod/mini, not ${specifier}; what needs it belongs in server/ or app/`,
    )
  }
}

function checkRoom(file: string, specifier: string) {
  if (specifier.includes('+types')) return
  const target = path.relative(root, path.resolve(root, path.dirname(file), specifier))
  if (!/\.(tsx?|css|json|mjs)$/.test(target) && !existsSync(path.join(root, target))) return
  if (pageSeam.includes(file) && target === 'app/shop/context.ts') return
  noteImport(file, target)
  const from = roomOf(file)
  const allowed = isTest(file) ? [...mayImport[from], 'test' as const] : mayImport[from]
  if (!allowed.includes(roomOf(target)))
    problems.push(
      `${file}: ${from} can’t import ${roomOf(target)} (${target}), only ${allowed.join(', ')}; move what it needs there, or pass it in`,
    )
  if (
    /^server\/adapters\//.test(target) &&
    !/^server\/(adapters\/|create-shop\.ts)/.test(file) &&
    !isTool(file)
  ) {
    problems.push(
      `${file}: only server/create-shop.ts imports an adapter (${target}); use the port the Shop has for it (server/shop/shop.ts)`,
    )
  }
}

function noteImport(file: string, target: string) {
  if (isTool(file) || target.includes('node_modules')) return
  fileImports.set(file, (fileImports.get(file) ?? new Set()).add(target))
  for (const folderOf of [path.dirname, serverRoom]) {
    const [from, to] = [folderOf(file), folderOf(target)]
    if (from === to || from === '.' || to === '.') continue
    folderImports.set(`${from} → ${to}`, `${path.basename(file)} → ${path.basename(target)}`)
    if (folderOf === serverRoom) roomImports.set(from, (roomImports.get(from) ?? new Set()).add(to))
  }
}

/** `server/admin` for everything below it; '.' outside the rooms of server/. */
function serverRoom(file: string): string {
  return /^server\/[^/]+(?=\/)/.exec(file)?.[0] ?? '.'
}

/** Each import cycle, once. */
function findImportCycles(imports: Map<string, Set<string>>): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  function follow(file: string, way: string[]) {
    if (way.includes(file)) cycles.push(way.slice(way.indexOf(file)))
    if (done.has(file) || way.includes(file)) return
    for (const next of imports.get(file) ?? []) follow(next, [...way, file])
    done.add(file)
  }
  for (const file of imports.keys()) follow(file, [])
  return cycles
}

function roomOf(file: string): Room {
  const first = file.split('/')[0]!
  return file.includes('/') && first in mayImport ? (first as Room) : 'root'
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

function isTool(file: string): boolean {
  return isTest(file) || /^(test|e2e|bench|scripts)\//.test(file) || /^[^/]+\.config\.ts$/.test(file)
}
