import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

// Rules that can’t be checked over HTTP, because they are about what the code never does.
const root = path.resolve(import.meta.dirname, '..')
const files = globSync('{app,domain,server,db}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
)
const text = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The files that match a pattern. */
const filesWith = (pattern: RegExp, among = files) => among.filter((file) => pattern.test(text(file))).sort()

it('nothing is evaluated, and the only raw markup is fixed scripts', () => {
  expect(
    filesWith(/\beval\(|new Function\(|\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write/),
  ).toEqual([])
  expect(filesWith(/dangerouslySetInnerHTML/)).toEqual(['app/cart/cart-page.tsx', 'app/root.tsx'])
})

it('no regular expression is built from user input', () => {
  // Built from the shop's own URL patterns, from letters filtered out of a name, and from promised numbers.
  expect(filesWith(/new RegExp\(/)).toEqual([
    'domain/sku.ts',
    'domain/spoken-promises.ts',
    'server/http/api.ts',
  ])
})

it('a request’s address is parsed in one place', () => {
  const server = files.filter((file) => file.startsWith('server/'))
  const parsing =
    /\breq\.path\b|\{[^{}]*\bpath\b[^{}]*\} = (?:context|c)\.req\b|new URL\([^)]*(?:request|req|incoming|Request)\w*\.url|(?:request|req|incoming|raw)\.url\.(?:split|slice|match|replace|indexOf|startsWith|endsWith)|decodeURI/
  // The mailbox's password and a bucket's secret stand encoded in settings.
  const ofSettings = ['server/adapters/imap-source.ts', 'server/shop/services-config.ts']
  const found = filesWith(parsing, server).filter((file) => !ofSettings.includes(file))
  expect(found).toEqual(['server/shop/address.ts'])
})

it('no address is put together from where the page is, and modules come from this site', () => {
  const browser = files.filter((file) => file.startsWith('app/'))
  // Of `//evil.example/x`, a path alone is another site's address.
  expect(
    filesWith(/`[^`]*\$\{[^}]*location\.(?:pathname|href)\b|location\.(?:pathname|href)\s*\+/, browser),
  ).toEqual([])
  expect(filesWith(/\bimport\((?!\s*['"])/, browser)).toEqual(['app/before-hydration/load-react.ts'])
  expect(text('app/before-hydration/load-react.ts')).toContain('new URL(`?hydrate=')
})

it('bytes from outside are taken apart in a process of its own only', () => {
  const server = files.filter((file) => file.startsWith('server/'))
  const parsers = filesWith(
    /from '(?:sharp|postal-mime|html-to-text|csv-parse\/sync)'|import\('sharp'\)/,
    server,
  )
  expect(parsers).toEqual([
    'server/admin/drops/read-tracking-file.ts',
    'server/admin/tables/read-records.ts',
    'server/inbox/read-mail.ts',
    'server/pictures/make-pictures.ts',
  ])
  // Only the process itself runs them; everything else knows their types at most.
  const names = parsers
    .map((file) => path.basename(file))
    .join('|')
    .replaceAll('.', '\\.')
  const loading = server.filter((file) =>
    text(file)
      .split('\n')
      .some(
        (line) =>
          names.split('|').some((name) => line.includes(`/${name.replace('\\', '')}'`)) &&
          !/^import type /.test(line.trim()),
      ),
  )
  expect(loading.sort()).toEqual([
    'server/admin/drops/read-tracking-file.ts',
    'server/parser.ts',
    'server/pictures/opened-box.ts',
  ])
})

it('a limit is held against who causes the cost, and by nothing that somebody can type', () => {
  const casts = filesWith(/\bas (?:Stored)?Causer\b/, files)
  expect(casts).toEqual(['server/limits/causer.ts'])
  // Whatever counts how often something happened takes its keys from there.
  const counts = /'(?:rate_limits|login_attempts)'|integer\('hits'\)/
  const tables = filesWith(
    counts,
    files.filter((file) => file.startsWith('db/schema/')),
  )
  expect(tables).toEqual(['db/schema/settings.ts', 'db/schema/staff.ts'])
  for (const table of tables)
    for (const [key] of text(table).matchAll(/^.*text\('(?:\w+_)?key'\).*$/gm))
      if (
        /rate_limits|login_attempts/.test(
          text(table).slice(0, text(table).indexOf(key)).split('pgTable(').at(-1)!,
        )
      )
        expect(key, table).toContain('$type<StoredCauser>()')
  // Counts in a process's own memory, too: those of networks and callers.
  const inMemory = filesWith(
    /Map<string, number>\(\)/,
    files.filter((file) => /^server\/(http|health|limits|staff|members|contact|newsletter)\//.test(file)),
  )
  expect(inMemory).toEqual([])
})

it('a page is kept under what it was rendered from, never under text put together', () => {
  expect(filesWith(/new PageStore|kept\.(?:get|set)\(`/)).toEqual(['server/http/page-cache.ts'])
  expect(text('server/http/page-cache.ts')).not.toMatch(/(?:get|set|delete)\((?:`|'|[\w.]+ \+)/)
})

type Node = { type: string; start: number; end: number } & Record<string, unknown>

// Biome's noFloatingPromises doesn't know the query builder's promises.
it('no statement to the database is left unawaited', () => {
  const found: string[] = []
  const visit = (node: Node, source: string) => {
    const call = node.type === 'ExpressionStatement' ? (node.expression as Node) : node
    if (call !== node && call.type === 'CallExpression') {
      const said = source.slice(call.start, call.end)
      if (/^(tx|db|[\w.]+\.db)\b/.test(said)) found.push(said)
    }
    for (const value of Object.values(node))
      for (const each of Array.isArray(value) ? value : [value])
        if (typeof each === 'object' && each !== null && 'type' in each) visit(each as Node, source)
  }
  for (const file of files.filter((each) => /^(server|db)\//.test(each)))
    visit(parseSync(file, text(file)).program as unknown as Node, text(file))
  expect(found).toEqual([])
})

it('only adapters make requests, to addresses from the settings', () => {
  const server = files.filter((file) => /^(server|db|domain)\//.test(file))
  expect(filesWith(/from '(node:)?(http|https|http2|dgram|tls|child_process|vm)'/, server)).toEqual([
    // The owner's outside address, which can't be inside the shop's own network.
    'server/adapters/outside-address.ts',
    // The owner's bucket, which can't either, unless the environment names it.
    'server/adapters/s3-bucket.ts',
    // Starts this same program, to try a backup apart.
    'server/backup/restore-apart.ts',
    // For listening, and for the types of requests.
    'server/http/cached-page.ts',
    'server/http/stop-listening.ts',
    'server/open-shop.ts',
    // Starts this same program, to read bytes from outside apart.
    'server/parsing/run-parser.ts',
  ])
  expect(filesWith(/(?<![.\w])fetch\(|axios|undici/, server)).toEqual([
    'server/adapters/amazon-sns.ts',
    'server/adapters/demo-payments.ts',
    'server/adapters/easypost/wire.ts',
    'server/shop/payments.ts',
  ])
})

it('hashes are SHA-256, secrets come from the system’s randomness, and one file encrypts', () => {
  // A person's id in the admin isn't a secret and protects none: it is how the index stores an address.
  const secure = files.filter((file) => file !== 'server/members/member.ts')
  const hashes = secure.flatMap((file) =>
    [...text(file).matchAll(/create(?:Hash|Hmac)\('([^']+)'/g)].map(([, name]) => name),
  )
  expect(new Set(hashes)).toEqual(new Set(['sha256']))
  // AES-256-GCM, for secrets that have to be read back.
  expect(filesWith(/createCipher|createDecipher/)).toEqual(['server/shop/secrets.ts'])
  expect(filesWith(/createSign\(|generateKeyPair|pbkdf2(?:Sync)?\(|scrypt\(/)).toEqual([])
  expect(
    filesWith(
      /Math\.random/,
      files.filter((file) => !file.startsWith('app/')),
    ),
  ).toEqual([])
})

it('password fields allow password managers and pasting', () => {
  expect(filesWith(/onPaste|onCopy/, filesWith(/password/i))).toEqual([])
  const forms = filesWith(
    /type="password"|'password'/,
    files.filter((file) => file.endsWith('.tsx')),
  )
  expect(forms.length).toBeGreaterThanOrEqual(3)
  for (const file of forms) expect(text(file), file).toMatch(/autoComplete="(current|new)-password"/)
})
