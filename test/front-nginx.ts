import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { type FrontProxy, startFrontProxy } from './front-proxy.ts'

const root = path.resolve(import.meta.dirname, '..')
// Debian's package puts it where only root's shell looks.
const nginx = ['nginx', '/usr/sbin/nginx'].find((command) => spawnSync(command, ['-v']).status === 0)

/** nginx with deploy/nginx.conf before processes on these ports; where there is no nginx, what does as it does. */
export function startFront(ports: number[]): Promise<FrontProxy> {
  if (nginx) return startNginx(nginx, ports)
  console.log('no nginx on this machine: test/front-proxy.ts stands in for it')
  return startFrontProxy(ports)
}

async function startNginx(command: string, ports: number[]): Promise<FrontProxy> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shop-nginx-'))
  const port = await freePort()
  const processes = ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join(' ')
  const site = readFileSync(path.join(root, 'deploy/nginx.conf'), 'utf8')
    .replace('server shop:3000 max_fails=0;', processes)
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${folder};`,
  )
  const config = path.join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
     events { worker_connections 256; }
     http { access_log off; ${places.join(' ')}\n${site} }`,
  )
  const child = spawn(command, ['-p', folder, '-c', config, '-e', `${folder}/error.log`], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const address = `http://127.0.0.1:${port}`
  for (let tries = 0; !(await fetch(`${address}/metrics`).catch(() => null)); tries++) {
    if (tries > 100 || child.exitCode !== null)
      throw new Error(`nginx: ${readFileSync(`${folder}/error.log`, 'utf8')}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    address,
    async close() {
      child.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
