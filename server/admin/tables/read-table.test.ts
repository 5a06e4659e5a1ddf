import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvDownload } from '../../documents/csv-download.ts'
import { beltCells, readDrop } from './belt-columns.ts'
import { readRecords } from './read-records.ts'
import { guardedCell, tableOf } from './read-table.ts'

const columns = { sku: { title: 'SKU' }, words: { title: 'Words', also: ['Description'] } }
const bytes = (text: string) => new TextEncoder().encode(text)
const read = (file: string | Uint8Array) =>
  tableOf(readRecords(typeof file === 'string' ? bytes(file) : file), columns, [['sku']])
const cells = (file: string | Uint8Array) => read(file).rows.map((row) => row.cells)

it.each([
  ['commas', bytes('SKU,Words\nA-1,"Soft, dark"\n')],
  ['a BOM and CRLF', bytes('\ufeffSKU,Words\r\nA-1,"Soft, dark"\r\n')],
  ['semicolons', bytes('sku;description\r\nA-1;Soft, dark\r\n')],
  ['a line that says so', bytes('sep=;\r\nSKU;Words\r\nA-1;Soft, dark\r\n')],
  ['tabs in UTF-16', new Uint8Array(Buffer.from('\ufeffSKU\tWords\r\nA-1\tSoft, dark\r\n', 'utf16le'))],
  ['empty lines', bytes('SKU,Words\n\n,\nA-1,"Soft, dark"\n,,\n')],
])('a table with %s is read', (_, file) => {
  expect(cells(file)).toEqual([{ sku: 'A-1', words: 'Soft, dark' }])
})

it('a line is numbered as in the spreadsheet, also below one that only names the separator', () => {
  const lineOf = (text: string) => read(text).rows[0]!.line
  expect(lineOf('SKU;Words\r\nA-1;Soft\r\n')).toBe(2)
  expect(lineOf('sep=;\r\nSKU;Words\r\nA-1;Soft\r\n')).toBe(3)
})

it('a file in Excel’s encoding keeps accents and inch marks, and semicolons when commas separate', () => {
  expect(cells(new Uint8Array(Buffer.from('SKU,Words\nA,Bjørn’s'.replace('’', "'"), 'latin1')))).toEqual([
    { sku: 'A', words: "Bjørn's" },
  ])
  expect(cells('SKU,Words\nA,36" long; brown\n')).toEqual([{ sku: 'A', words: '36" long; brown' }])
})

it('lines are numbered as in a spreadsheet, even below multiline text', () => {
  const table = read('SKU,Words,Wrods\nA,"one\ntwo"\n\nB,b,c,d\nC,c\n')
  expect(table.rows.map(({ line }) => line)).toEqual([2, 5])
  expect(table.problems).toEqual([{ line: 4, column: null, problem: expect.stringContaining('more cells') }])
  expect(table.ignored).toEqual(['Wrods'])
})

it.each([
  ['Words\nA', /no column “SKU”/],
  ['SKU,Words\nA,"never closed\n', /quotation mark is opened and never closed/],
  ['', /no column “SKU”/],
  [`SKU\n${'A\n'.repeat(20_001)}`, /more than 20000 lines/],
  [`SKU,Words\nA,"${'x'.repeat(200_000)}"\n`, /a line is too long near line 2/i],
  [`SKU\n${'A,'.repeat(600)}\n`, /more than 500 cells/],
])('%j is refused with what to do', (file, sentence) => {
  expect(() => read(file)).toThrow(sentence)
})

it.each([
  ['2025-11', '2025-11'],
  ['2025-1', '2025-01'],
  ['2025-11-01', '2025-11'],
  ['Nov-25', '2025-11'],
  ['25-Nov', '2025-11'],
  ['November 2025', '2025-11'],
  ['nov. 2025', '2025-11'],
  ['11/1/2025', '2025-11'],
  ['11/25', '2025-11'],
  ['12/2025', '2025-12'],
  ['13/2025', null],
  ['0/2025', null],
  ['2025-13', null],
  ['November', null],
  ['Foo-25', null],
  ['soon', null],
])('the month %j is %j, as spreadsheets write it', (typed, drop) => {
  expect(readDrop(typed)).toBe(drop)
})

it.each([
  ['widthMm', '38 mm', 38],
  ['widthMm', '38 cm', null],
  ['isActive', 'Put away', false],
  ['isActive', 'x', true],
  ['isActive', 'perhaps', null],
  ['gender', 'W', 'female'],
  ['gender', 'Men', 'male'],
  ['colors', 'Black, matte | Tan', ['Black, matte', 'Tan']],
  ['colors', 'Black, Tan,', ['Black', 'Tan']],
] as const)('the cell %s with %j is %j', (key, typed, value) => {
  expect(beltCells[key].read(typed)).toEqual(value)
})

it('an exported file imports unchanged, formulas included', async () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^['=+@\t-]{1,4}[a-z;,"\n]{0,5}$/))
  await fc.assert(
    fc.asyncProperty(text, async (value) => {
      async function* rows() {
        yield ['A', guardedCell(value)]
      }
      const { content } = csvDownload('a.csv', ['SKU', 'Words'], rows())
      const file = new Uint8Array(await new Response(content as ReadableStream).arrayBuffer())
      expect(cells(file)[0]!.words).toBe(value.replaceAll(/\r\n?/g, '\n').trim())
    }),
    { numRuns: 300 },
  )
})
