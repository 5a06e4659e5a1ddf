import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import path from 'node:path'

// `npm run dev`: pages reload hot through Vite; a change of what runs on the server starts the process anew.
const root = path.resolve(import.meta.dirname, '..')
/** Milliseconds to wait for the other files of the same save. */
const settle = 150

let child: ChildProcess | null = null
let pending: NodeJS.Timeout | null = null

function start() {
  child = spawn(process.execPath, [path.join(root, 'scripts/dev-server.ts')], { cwd: root, stdio: 'inherit' })
}

function restart(file: string | null) {
  if (!file || !/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) return
  if (pending) clearTimeout(pending)
  pending = setTimeout(() => {
    console.log(`${file} changed: restarting`)
    const old = child
    if (old && old.exitCode === null) {
      old.once('exit', start)
      old.kill('SIGTERM')
    } else start()
  }, settle)
}

for (const room of ['server', 'db', 'domain']) {
  watch(path.join(root, room), { recursive: true }, (_, file) => restart(file && path.join(room, file)))
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (!child || child.exitCode !== null) process.exit(0)
    child.once('exit', (code) => process.exit(code ?? 0))
    child.kill('SIGTERM')
  })
}
start()
