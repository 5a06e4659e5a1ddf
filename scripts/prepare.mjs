// Runs before everything else, before anything is installed, on whatever Node version the machine has. So it's plain
// JavaScript, with only Node's own modules and no syntax an old Node can't read.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const oldestNode = 20
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
// Installed by one of the packages node-<platform>-<arch>; package.json runs everything with it.
const ownNode = path.join(root, 'node_modules/.bin/node')
const stamp = path.join(root, 'node_modules/.installed')

function stop(sentence) {
  console.error(`\n${sentence}\n`)
  process.exit(1)
}

function wantedState() {
  const lock = fs.readFileSync(path.join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}`
}

function isInstalled() {
  return fs.existsSync(ownNode) && fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wantedState()
}

async function install() {
  const begun = Date.now()
  const say = () => console.error(`.. ${Math.round((Date.now() - begun) / 1000)} s, still installing`)
  console.error('Installing what is missing (about a minute, once) ...')
  fs.rmSync(stamp, { force: true })
  // Runs npm with the Node that runs this file, even if PATH has no npm.
  const npm = process.env.npm_execpath
  const words = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const [command, args] = npm ? [process.execPath, [npm, ...words]] : ['npm', words]
  const ticking = setInterval(say, 10000)
  const status = await new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', () => resolve(1))
    child.once('close', resolve)
  })
  clearInterval(ticking)
  if (status !== 0) stop('npm could not install the packages: see its message above, then start again.')
}

if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  stop(
    `Node ${process.versions.node} is too old: install Node ${oldestNode} or newer (nodejs.org), then start again.`,
  )
}

async function prepare() {
  if (!isInstalled()) {
    await install()
    // Node 24 isn't packaged for every machine; where it isn't, as on a Mac, the machine's own Node is used.
    const isOwn24 = process.versions.node.startsWith('24.')
    if (!fs.existsSync(ownNode) && isOwn24) fs.symlinkSync(process.execPath, ownNode)
    const version = fs.existsSync(ownNode) ? execFileSync(ownNode, ['--version'], { encoding: 'utf8' }) : ''
    if (!version.startsWith('v24.')) {
      stop(
        `There is no Node 24 for ${process.platform} on ${process.arch} among the packages: install Node 24 (nodejs.org), then start again.`,
      )
    }
    fs.writeFileSync(stamp, wantedState())
  }
}

void prepare()
