import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { type FrontProxy, startFrontProxy } from './front-proxy.ts'

const root = path.resolve(import.meta.dirname, '..')
// Debian's package puts it where only root's PATH looks.
const nginx = ['nginx', '/usr/sbin/nginx'].find((command) => spawnSync(command, ['-v']).status === 0)

/** As shipped: how many connections one process of nginx has. */
const [connections] = /events \{[^}]*\}/.exec(
  readFileSync(path.join(root, 'deploy/nginx-main.conf'), 'utf8'),
)!

/** nginx with deploy/nginx.conf in front of processes on these ports; without nginx, a stand-in that behaves the same. */
export function startFront(ports: number[]): Promise<FrontProxy> {
  // All traffic of a test comes from one address, so raise the rate limits.
  if (nginx) return startNginx(nginx, ports, (site) => site.replaceAll(/rate=\d+r/g, 'rate=100000r'))
  console.log('no nginx on this machine: test/front-proxy.ts stands in for it')
  return startFrontProxy(ports)
}

/** The same, exactly as shipped, with all its ports; null without nginx. */
export const startShippedFront = (ports: number[]) =>
  nginx ? startNginx(nginx, ports, (site) => site.replace('172.30.84.1', '127.0.0.1')) : null

async function startNginx(command: string, ports: number[], change: (site: string) => string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shop-nginx-'))
  // nginx's workers read the certificates, and they run as another user if root starts nginx.
  chmodSync(folder, 0o755)
  const [port, tls, plain] = [await freePort(), await freePort(), await freePort()]
  const processes = ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join(' ')
  const site = change(readFileSync(path.join(root, 'deploy/nginx.conf'), 'utf8'))
    .replace('server shop:3000 max_fails=0;', processes)
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace('listen 8443', `listen 127.0.0.1:${tls}`)
    .replace('listen 8081;', `listen 127.0.0.1:${plain};`)
    .replaceAll('/etc/nginx/tls', folder)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${folder};`,
  )
  const config = path.join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `worker_processes 1; worker_rlimit_nofile 65536; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
     ${connections}
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
    folder,
    tls: `https://127.0.0.1:${tls}`,
    plain: `http://127.0.0.1:${plain}`,
    async close() {
      child.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
