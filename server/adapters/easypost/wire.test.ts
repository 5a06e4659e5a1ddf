import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen } from '../../../test/listen.ts'
import { easyPostWire } from './wire.ts'

const asked: string[] = []
let place: Awaited<ReturnType<typeof listen>>
let other: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  other = await listen(createServer(({ url }, response) => response.end(`${asked.push(`other ${url}`)}`)))
  place = await listen(
    createServer(({ url }, response) => {
      asked.push(url!)
      if (url === '/moved') response.writeHead(302, { location: `${other.address}/taken` }).end()
      else if (url === '/endless') {
        const write = () =>
          !response.destroyed && response.write(Buffer.alloc(1024 * 1024), () => setTimeout(write))
        write()
      } else response.end('%PDF-')
    }),
  )
})
afterAll(() => Promise.all([place.close(), other.close()]))

const download = (url: string) => easyPostWire('key', place.address).download(url)

it('a label’s file is fetched where EasyPost keeps it, as it is', async () => {
  expect(Buffer.from(await download(`${place.address}/label.pdf`)).toString()).toBe('%PDF-')
})

it('and nowhere else, not by a redirect, and not without end', async () => {
  asked.length = 0
  for (const url of [
    ...[
      `${other.address}/label.pdf`,
      `${place.address}@${new URL(other.address).host}/`,
      'file:///etc/passwd',
      '//x',
    ],
    ...[
      'http://easypost-files.s3.us-west-2.amazonaws.com/a',
      'https://easypost-files.s3.us-west-2.amazonaws.com.evil.example/a',
    ],
    ...[
      'https://evil.s3.us-west-2.amazonaws.com/a',
      'http://169.254.169.254/latest/meta-data/',
      'http://[::1]/',
      '',
    ],
  ])
    await expect(download(url), url).rejects.toMatchObject({ code: 'carrier_unavailable' })
  expect(asked).toEqual([])
  for (const path of ['/moved', '/endless'])
    await expect(download(place.address + path), path).rejects.toMatchObject({ code: 'carrier_unavailable' })
  expect(asked).toEqual(['/moved', '/endless'])
})
