import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfChanged } from './build.ts'
import { runningPackages } from './running-packages.ts'

// `npm run pack`: the shop as one archive for machines like this one; unpack it and run `node server.mjs`. It contains
// the build, the few packages that can't be bundled, and Node itself. `-- --folder PATH` makes a folder instead, which
// the image is made of (Dockerfile).
const root = path.resolve(import.meta.dirname, '..')
const { values } = parseArgs({ options: { folder: { type: 'string' } } })
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
const name = `belt-club-${version}-${process.platform}-${process.arch}`
const folder = path.resolve(values.folder ?? path.join(root, '.cache/pack', name))

/** Files of packages that only compilers, bundlers and readers use, and PGlite extensions the shop doesn't use. */
const unused = [
  /\.(map|md|[cm]?ts)$/,
  /^node-linux-\w+\/(include|share)\//,
  /^sharp\/(src|install)\//,
  /^@electric-sql\/pglite\/dist\/(.*\.cjs|live\/.*|worker\/.*|node-postgres\/.*)$/,
  /^@electric-sql\/pglite\/dist\/(?!btree_gist)\w[\w-]*\.tar\.gz$/,
  /^@electric-sql\/pglite\/dist\/contrib\/(?!btree_gist).*$/,
]

await buildIfChanged()
const { installed, bundled } = runningPackages()
const unfinished = `${folder}.new`
for (const each of [folder, unfinished]) rmSync(each, { recursive: true, force: true })
mkdirSync(unfinished, { recursive: true })
for (const part of [
  'server.mjs',
  'LICENSE',
  'package.json',
  'build/client',
  'build/server',
  'build/database-template.tar.gz',
]) {
  take(part)
}
for (const file of globSync('db/migrations/{*.sql,baseline/*.sql,meta/_journal.json}', { cwd: root }))
  take(file)
for (const place of installed.keys()) if (existsSync(path.join(root, place))) takePackage(place)
mkdirSync(path.join(unfinished, 'node_modules/.bin'))
symlinkSync(
  `../node-${process.platform}-${process.arch}/bin/node`,
  path.join(unfinished, 'node_modules/.bin/node'),
)
writeFileSync(path.join(unfinished, 'THIRD-PARTY.txt'), licenses())
renameSync(unfinished, folder)
if (values.folder) console.log(folder)
else {
  execFileSync('tar', [
    '-czf',
    `${folder}.tar.gz`,
    '-C',
    path.dirname(folder),
    '--owner=0',
    '--group=0',
    name,
  ])
  console.log(`${path.relative(process.cwd(), folder)}.tar.gz: unpack it, then node server.mjs`)
}

function take(part: string) {
  cpSync(path.join(root, part), path.join(unfinished, part), { recursive: true })
}

function takePackage(place: string) {
  for (const file of globSync('**/*', {
    cwd: path.join(root, place),
    exclude: ['node_modules'],
    withFileTypes: true,
  })) {
    if (!file.isFile()) continue
    const inside = path.relative(path.join(root, 'node_modules'), path.join(file.parentPath, file.name))
    if (!unused.some((each) => each.test(inside))) take(path.join('node_modules', inside))
  }
}

/** What the licenses of bundled packages require: their texts, distributed with the code. */
function licenses(): string {
  const texts = [...bundled.keys()].map((place) => {
    const [file] = globSync('{LICENSE,LICENCE,license,License}*', { cwd: path.join(root, place) })
    const { name, version, license } = JSON.parse(
      readFileSync(path.join(root, place, 'package.json'), 'utf8'),
    )
    const text = file
      ? readFileSync(path.join(root, place, file), 'utf8').trim()
      : `Licensed under ${license}.`
    return `${name} ${version}\n\n${text}\n`
  })
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}
