import { openAsBlob } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { S3mini } from 's3mini'
import type { BackupPlace, BucketAddress } from '../shop/backup-place.ts'
import { stepDone } from '../shop/rounds.ts'
import { guardedLookup, refuseOwnNetwork } from './own-network.ts'

/** Bytes of a part; four are on their way at a time. S3 wants 5 MB or more, and at most 10,000 of them. */
const [leastPart, mostParts] = [5 * 1024 * 1024, 9_000]
/** Milliseconds in which nothing arrives or leaves until a connection is given up. */
const usualSilence = 30_000
/** Milliseconds before the second, third and fourth attempt of a request that a server couldn't answer. */
const usualPauses = [500, 2_000, 8_000]

type Options = { silence?: number; pauses?: readonly number[] }

/**
 * Backups in a bucket, over the API of Amazon S3 with addresses by path, which all its likes understand. The parts of an
 * upload whose process was killed aren't listed, and cost money until a rule of the bucket deletes them (docs/backup.md): a key
 * for backups shouldn't have the right to look for them.
 */
export function s3Bucket(address: BucketAddress, draftFolder: string, options: Options = {}): BackupPlace {
  const { endpoint, bucket, folder, region, keyId, secret } = address
  const under = folder === '' ? '' : `${folder}/`
  const clientFor = (bytes = 0, signal?: AbortSignal) =>
    new S3mini({
      ...{ accessKeyId: keyId, secretAccessKey: secret, region },
      endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
      minPartSize: Math.max(leastPart, Math.ceil(bytes / mostParts)),
      fetch: requests(address, options, signal),
    })
  return {
    label: [new URL(endpoint).host, bucket, folder].filter(Boolean).join('/'),
    draftFolder,
    async prepare() {
      await mkdir(draftFolder, { recursive: true, mode: 0o700 })
    },
    async store(file, name) {
      const content = await openAsBlob(file)
      // One part that fails for good ends the others, too.
      const ending = new AbortController()
      try {
        const type = 'application/octet-stream'
        await clientFor(content.size, ending.signal).putAnyObject(under + name, content, type)
      } catch (error) {
        // Its last answer may have been lost: the upload isn't known anymore then, because it's whole.
        const stored = await clientFor()
          .getContentLength(under + name)
          .catch(() => null)
        if (stored !== content.size) throw sentenceFor(error, address)
      } finally {
        ending.abort()
      }
    },
    async read(name) {
      const answer = await said(address, () => clientFor().getObjectRaw(under + name))
      return Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0])
    },
    async list() {
      const found = await said(address, () => clientFor().listObjects('/', under))
      if (!found) throw new Error(`There is no bucket ${bucket} at ${new URL(endpoint).host}.`)
      return found.map(({ Key, Size }) => ({ name: Key.slice(under.length), bytes: Number(Size) }))
    },
    async remove(name) {
      await said(address, () => clientFor().deleteObject(under + name))
    },
    pathOf: () => null,
  }
}

async function said<T>(address: BucketAddress, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw sentenceFor(error, address)
  }
}

/** What S3's codes mean to an owner (Amazon S3 API, "Error responses"). */
const meanings: Record<string, string> = {
  AccessDenied: 'the key may not do this: it needs to list, read, write and delete objects',
  InvalidAccessKeyId: 'it doesn’t know the access key',
  SignatureDoesNotMatch: 'the secret key is wrong',
  NoSuchBucket: 'there is no such bucket',
  NoSuchKey: 'the file is gone',
  RequestTimeTooSkewed: 'this machine’s clock is wrong',
  AuthorizationHeaderMalformed: 'the region is wrong',
  PermanentRedirect: 'the bucket is in another region: use that one’s address',
  QuotaExceeded: 'there is no room left',
  EntityTooLarge: 'the file is too large for it',
}

function sentenceFor(cause: unknown, { endpoint }: BucketAddress): Error {
  const { host } = new URL(endpoint)
  const { serviceCode, status, message } = cause as { serviceCode?: string; status?: number; message: string }
  if (status === undefined) return new Error(`${host} can’t be reached: ${message}`, { cause })
  const meaning = meanings[serviceCode ?? ''] ?? (status === 403 ? meanings.AccessDenied : null)
  return new Error(`${host} answered ${status}${meaning ? `: ${meaning}` : ` ${serviceCode ?? ''}`}.`, {
    cause,
  })
}

/**
 * fetch, whose connections end when nothing moves, which doesn't follow redirects, reaches our own network only if it may, and
 * tries again what a server couldn't answer. All requests of S3 can be repeated.
 */
function requests(
  { mayBeLocal }: BucketAddress,
  { silence = usualSilence, pauses = usualPauses }: Options,
  signal?: AbortSignal,
) {
  const once = (url: URL, { method = 'GET', headers, body }: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      const request = (url.protocol === 'https:' ? https : http).request(url, {
        method,
        headers: headers as Record<string, string>,
        lookup: guardedLookup(mayBeLocal),
        // Putting the parts of a large file together takes a while.
        timeout: method === 'POST' ? 10 * silence : silence,
        ...(signal && { signal }),
      })
      request.once('timeout', () =>
        request.destroy(new Error(`nothing moved for ${Math.round(silence / 1_000)} seconds`)),
      )
      request.once('error', reject)
      request.once('response', (answer) => {
        const status = answer.statusCode ?? 500
        const hasBody = method !== 'HEAD' && status !== 204 && status !== 304
        if (!hasBody) answer.resume()
        const content = hasBody ? (Readable.toWeb(answer) as ReadableStream<Uint8Array>) : null
        const given = Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
          (values ?? []).map((value): [string, string] => [name, value]),
        )
        resolve(new Response(content, { status, headers: given }))
      })
      request.end(body instanceof ArrayBuffer ? new Uint8Array(body) : body)
    })
  return async (target: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(target))
    refuseOwnNetwork(url, mayBeLocal)
    const body = init.body instanceof Blob ? await init.body.arrayBuffer() : (init.body ?? null)
    for (let tries = 0; ; tries++) {
      const wait = pauses[tries]
      try {
        const answer = await once(url, { ...init, body })
        if ((answer.status < 500 && answer.status !== 429) || wait === undefined) {
          stepDone()
          return answer
        }
        await answer.body?.cancel()
      } catch (error) {
        if (wait === undefined || signal?.aborted) throw error
      }
      await pause(wait)
    }
  }
}
