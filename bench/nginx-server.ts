import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '../test/free-port.ts'

/** Whether this machine has nginx (Debian's package) to compare with. */
export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).status === 0
}

/**
 * nginx with one worker that sends one precompressed file, as the shop sends its page.
 * @param bytes the file, in brotli
 */
export async function startNginx(bytes: Buffer): Promise<{ address: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shop-nginx-'))
  const port = await freePort()
  writeFileSync(path.join(folder, 'index.html'), bytes)
  const config = path.join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
     events { worker_connections 256; }
     http {
       access_log off; client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
       uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
       server {
         listen 127.0.0.1:${port}; root ${folder}; default_type "text/html; charset=utf-8";
         location / { add_header content-encoding br; add_header cache-control "public, max-age=0"; }
       }
     }`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', config], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const address = `http://127.0.0.1:${port}/`
  for (let tries = 0; tries < 50; tries++) {
    if (await fetch(address, { method: 'HEAD' }).catch(() => null)) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    address,
    async stop() {
      child.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
