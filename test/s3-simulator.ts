import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { BucketAddress } from '../server/shop/backup-place.ts'
import { listen } from './listen.ts'

/** What goes wrong with the next requests. `silent`: it takes a request and says nothing; `cut`: it hangs up midway. */
type Trouble = { kind: 'denied' | 'busy' | 'silent' | 'cut' | 'slow'; times: number; only?: RegExp }

const [keyId, secret, region, bucket] = ['AKIDEXAMPLE', 'wJalrXUtnFEMI/K7MDENG', 'eu-test-1', 'belts']
/** Bytes of the least part of an upload, but the last (Amazon S3, "Multipart upload limits"). */
const leastPart = 5 * 1024 * 1024

/**
 * A bucket as Amazon S3 answers over the wire: it checks each signature (AWS Signature Version 4), and knows whole and
 * multipart uploads, listings in pages, reading and deleting.
 */
export async function startS3Simulator({ pageSize = 1_000 } = {}) {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>()
  const asked: string[] = []
  let trouble: Trouble | null = null
  let largestBody = 0

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url!, 'http://s3')
    const what = `${request.method} ${request.url}`
    asked.push(what)
    const ails = trouble && trouble.times > 0 && (trouble.only?.test(what) ?? true) ? trouble.kind : null
    if (ails) trouble!.times--
    if (ails === 'silent') return
    if (ails === 'cut') return void request.socket.destroy()
    const body = await bodyOf(request)
    largestBody = Math.max(largestBody, body.length)
    const say = (status: number, xml = '', headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(xml)
    const refuse = (status: number, code: string) =>
      say(status, `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`)
    if (ails === 'denied') return refuse(403, 'AccessDenied')
    if (ails === 'busy') return refuse(503, 'SlowDown')
    if (ails === 'slow') await pause(300)
    const wrong = signatureFault(request, url)
    if (wrong) return refuse(403, wrong)
    const [, inBucket, ...rest] = url.pathname.split('/').map(decodeURIComponent)
    const key = rest.join('/')
    if (inBucket !== bucket) return refuse(404, 'NoSuchBucket')
    const query = url.searchParams
    const uploadId = query.get('uploadId') ?? ''
    const upload = uploads.get(uploadId)
    if (uploadId && !upload) return refuse(404, 'NoSuchUpload')
    switch (request.method) {
      case 'GET': {
        if (query.get('list-type') === '2') return say(200, listing(query))
        const found = objects.get(key)
        return found ? response.writeHead(200).end(found) : refuse(404, 'NoSuchKey')
      }
      case 'PUT':
        if (upload) upload.parts.set(Number(query.get('partNumber')), body)
        else objects.set(key, body)
        return say(200, '', { etag: `"${md5(body)}"` })
      case 'POST': {
        if (query.has('uploads')) {
          const id = `upload ${uploads.size + 1}`
          uploads.set(id, { key, parts: new Map() })
          return say(
            200,
            `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
          )
        }
        const parts = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>\s*<ETag>"?(\w+)"?/g)]
        const bytes = parts.map(([, number, etag]) => {
          const part = upload!.parts.get(Number(number))
          return part && md5(part) === etag ? part : null
        })
        if (bytes.some((part) => part === null)) return refuse(400, 'InvalidPart')
        if (bytes.slice(0, -1).some((part) => part!.length < leastPart)) return refuse(400, 'EntityTooSmall')
        objects.set(upload!.key, Buffer.concat(bytes as Buffer[]))
        uploads.delete(uploadId)
        return say(200, `<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>`)
      }
      case 'DELETE':
        if (upload) uploads.delete(uploadId)
        else objects.delete(key)
        return response.writeHead(204).end()
      default:
        return refuse(405, 'MethodNotAllowed')
    }
  }

  function listing(query: URLSearchParams): string {
    const after = query.get('continuation-token') ?? ''
    const under = [...objects.keys()].filter(
      (key) => key.startsWith(query.get('prefix') ?? '') && key > after,
    )
    const page = under.sort().slice(0, pageSize)
    const contents = page.map(
      (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)!.length}</Size></Contents>`,
    )
    const next = under.length > pageSize ? page.at(-1) : null
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${next !== null}</IsTruncated>${contents.join('')}${
      next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
    }</ListBucketResult>`
  }

  const server = await listen(
    createServer((request, response) => {
      answer(request, response).catch(() => request.socket.destroy())
    }),
  )
  const address: BucketAddress = {
    ...{ kind: 's3', endpoint: server.address, bucket, folder: 'nightly', region, keyId, secret },
    mayBeLocal: true,
  }
  return {
    address,
    objects,
    uploads,
    asked,
    largestBody: () => largestBody,
    ail(next: Trouble | null) {
      trouble = next
    },
    close: () => server.close(),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Amazon S3, "Signature calculations for the Authorization header". @returns the error's code; null: it's right */
function signatureFault(request: IncomingMessage, url: URL): string | null {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      request.headers.authorization ?? '',
    )
  if (!given) return 'AccessDenied'
  const [, id, day, zone, names, signature] = given
  if (id !== keyId) return 'InvalidAccessKeyId'
  if (zone !== region) return 'AuthorizationHeaderMalformed'
  const headers = names!.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const canonical = [
    ...[request.method, url.pathname, query.join('&'), headers.join(''), names],
    String(request.headers['x-amz-content-sha256']),
  ].join('\n')
  const scope = `${day}/${zone}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [day!, zone!, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}
