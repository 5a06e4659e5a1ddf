import { expect, it } from 'vitest'
import { csvDownload } from './csv-download.ts'

it('a download whose rows can’t be read ends in an error for its reader only', async () => {
  async function* rows() {
    yield ['first']
    throw new Error('the database went away')
  }
  const { content } = csvDownload('a.csv', ['name'], rows())
  await expect(new Response(content as ReadableStream).text()).rejects.toThrow('the database went away')
})

it('reading stops when the reader is gone', async () => {
  let hasEnded = false
  async function* rows() {
    try {
      for (;;) yield ['again']
    } finally {
      hasEnded = true
    }
  }
  const reader = (csvDownload('a.csv', ['name'], rows()).content as ReadableStream).getReader()
  await reader.read()
  await reader.cancel()
  await expect.poll(() => hasEnded).toBe(true)
})

it('a cell that looks like a formula is text, and negative money stays a number', async () => {
  async function* rows() {
    yield ['=1+1', '@SUM(A1)', '-2', '+1', '\t=1', '-0.03']
  }
  const { content } = csvDownload('a.csv', ['a', 'b', 'c', 'd', 'e', 'f'], rows())
  expect((await new Response(content as ReadableStream).text()).split('\n')[1]).toBe(
    "'=1+1,'@SUM(A1),'-2,'+1,'\t=1,-0.03",
  )
})

it('a file begins with the mark by which a spreadsheet reads its accents', async () => {
  async function* rows() {
    yield ['Zoë']
  }
  const { content } = csvDownload('a.csv', ['name'], rows())
  const bytes = Buffer.from(await new Response(content as ReadableStream).arrayBuffer())
  expect(bytes).toEqual(Buffer.from('\uFEFFname\nZoë\n'))
})
