import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

// The peer of the home page: the least Node can do to send these headers and bytes. Ends with its parent.
const [body, headers] = [readFileSync(process.argv[2]!), JSON.parse(readFileSync(process.argv[3]!, 'utf8'))]
const server = http.createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit(0))
