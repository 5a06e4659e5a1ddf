import net from 'node:net'

/** Posts JSON to one path and resolves with the JSON of the reply. */
export type Post = (path: string, body: unknown) => Promise<Record<string, string>>

/**
 * One keep-alive connection that posts JSON, for one request at a time. It takes a third of the CPU time of node:http:
 * what the load generator takes is missing for the shop beside it.
 * @param address the shop's, `http://host:port`
 */
export async function bareClient(address: string): Promise<{ post: Post; end(): void }> {
  const { hostname, port, host } = new URL(address)
  const socket = net.connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let received: Buffer = Buffer.alloc(0)
  let told: { resolve: (reply: Record<string, string>) => void; reject: (error: Error) => void } | null = null
  socket.on('error', (error) => told?.reject(error))
  socket.on('close', () => told?.reject(new Error('the shop closed the connection')))
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const end = received.indexOf('\r\n\r\n') + 4
    if (end < 4) return
    const head = received.toString('latin1', 0, end)
    const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1]
    const body = received.subarray(end)
    if (body.length < Number(length)) return
    received = Buffer.alloc(0)
    if (length && /^HTTP\/1\.1 20[01] /.test(head)) told?.resolve(JSON.parse(body.toString()))
    else told?.reject(new Error(head + body))
  })
  return {
    post: (path, body) => {
      const text = JSON.stringify(body)
      const head = [
        `POST ${path} HTTP/1.1`,
        `host: ${host}`,
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(text)}`,
      ]
      return new Promise((resolve, reject) => {
        told = { resolve, reject }
        if (socket.destroyed) return reject(new Error('the shop closed the connection'))
        socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
      })
    },
    end: () => socket.destroy(),
  }
}
