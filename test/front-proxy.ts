import http from 'node:http'
import { listen } from './listen.ts'

/** What stands in front of several processes of a shop. */
export type FrontProxy = { address: string; close(): Promise<void> }

/**
 * Spreads requests over processes as deploy/nginx.conf does: in turn, with a connection for each, moving to the next
 * process if one refuses the connection. A POST that was sent is never sent again; a read is retried on the next process
 * if the connection breaks before a reply (nginx, proxy_next_upstream "error").
 * @param ports of the processes, on this machine
 */
export async function startFrontProxy(ports: number[]): Promise<FrontProxy> {
  let turn = 0
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = []
    try {
      for await (const part of request) parts.push(part as Buffer)
    } catch {
      // The sender has hung up.
      return void response.destroy()
    }
    pass(Buffer.concat(parts), ports.length)

    function pass(body: Buffer, triesLeft: number) {
      const port = ports[turn++ % ports.length]!
      const onward = http.request(
        {
          host: '127.0.0.1',
          port,
          method: request.method ?? 'GET',
          path: request.url ?? '/',
          headers: { ...request.headers, connection: 'close' },
          agent: false,
        },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        },
      )
      onward.on('error', (error: NodeJS.ErrnoException) => {
        const isUnsent = error.code === 'ECONNREFUSED'
        const onlyReads = request.method === 'GET' || request.method === 'HEAD'
        if ((isUnsent || (onlyReads && !response.headersSent)) && triesLeft > 1)
          return pass(body, triesLeft - 1)
        if (!response.headersSent) response.writeHead(502)
        response.end(`${error.code}`)
      })
      onward.end(body)
    }
  })
  return listen(server)
}
