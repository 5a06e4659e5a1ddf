import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { toPrintable } from './command.ts'
import { commands } from './commands.ts'
import { parseCommand } from './parse-command.ts'

const parse = (line: string) => parseCommand(line === '' ? [] : line.split(' '))

describe('a command line', () => {
  it.each([
    ['promotion:list', {}],
    ['promotion:create --code SPRING --percent 20', { code: 'SPRING', percent: '20' }],
    [
      'promotion:create --forever --code=SPRING --amount=10.00',
      { code: 'SPRING', amount: '10.00', forever: true },
    ],
    ['promotion:create --code SPRING --percent=-5', { code: 'SPRING', percent: '-5' }],
  ])('“%s” is understood', (line, args) => {
    expect(parse(line)).toEqual({ kind: 'run', request: { command: line.split(' ')[0], args } })
  })

  it('keeps a sentence as one value', () => {
    expect(parseCommand(['payments:stop', '--say', 'Back at noon.'])).toEqual({
      kind: 'run',
      request: { command: 'payments:stop', args: { say: 'Back at noon.' } },
    })
  })

  it.each([['export out'], ['export ./out'], [`export ${path.resolve('out')}`]])(
    '“%s” means the folder it was typed in',
    (line) => {
      const request = { command: 'export', args: { folder: path.resolve('out') } }
      expect(parse(line)).toEqual({ kind: 'run', request })
    },
  )

  it('writes the books where it was typed, wherever the shop runs', () => {
    const args = { from: '2026-01-01', to: '2026-01-31', out: path.resolve('books.csv') }
    expect(parse('books --from 2026-01-01 --to 2026-01-31 --out books.csv')).toEqual({
      ...{ kind: 'run', request: { command: 'books', args } },
    })
  })

  it.each([
    ['', 'Name a command: npm run shop -- --help shows them all.'],
    ['promotion', 'There is no command promotion: npm run shop -- --help shows them all.'],
    ['__proto__', 'There is no command __proto__: npm run shop -- --help shows them all.'],
    ['promotion:list all', 'promotion:list does not know what “all” is: '],
    ['export', 'export needs FOLDER: '],
    ['export here there', 'export does not know what “there” is: '],
    ['promotion:create --percent 20', 'promotion:create needs --code CODE: '],
    ['promotion:create --code SPRING --percentage 20', 'promotion:create has no option --percentage: '],
    ['promotion:create --code SPRING -p 20', 'promotion:create has no option -p: '],
    ['promotion:create --code SPRING --toString 20', 'promotion:create has no option --toString: '],
    ['promotion:create --code', '--code needs a value, such as --code CODE: '],
    ['promotion:create --code --percent 20', '--code needs a value, such as --code CODE: '],
    ['promotion:create --code A --code B', '--code was given twice: '],
    ['promotion:create --code SPRING --forever=no', '--forever stands alone, without a value: '],
  ])('“%s” is answered with one sentence', (line, sentence) => {
    const parsed = parse(line)
    expect(parsed).toMatchObject({ kind: 'wrong' })
    expect(parsed.kind === 'wrong' && parsed.sentence).toContain(sentence)
    expect(parsed.kind === 'wrong' && parsed.sentence.split('\n')).toHaveLength(1)
  })
})

describe('help', () => {
  it('names every command', () => {
    const parsed = parse('--help')
    const text = parsed.kind === 'help' ? parsed.lines.join('\n') : ''
    for (const name of Object.keys(commands)) expect(text).toContain(name)
  })

  it.each(Object.entries(commands))('of %s names each of its options', (name, { options }) => {
    const parsed = parse(`${name} --help`)
    const text = parsed.kind === 'help' ? parsed.lines.join('\n') : ''
    expect(text).toContain(name)
    for (const option of Object.keys(options)) expect(text).toContain(`--${option}`)
  })
})

it('a buyer’s text can’t control the owner’s terminal, and otherwise stays the same', () => {
  expect(toPrintable('Item 1: Monthly, for Zoë O’Neill 李 👩‍🦰.')).toBe(
    'Item 1: Monthly, for Zoë O’Neill 李 👩‍🦰.',
  )
  expect(toPrintable('for \u001b]0;x\u0007\u001b[2J\u009b2K\rMaya\nItem 2')).toBe(
    'for �]0;x��[2J�2K�Maya�Item 2',
  )
  expect(toPrintable('for a\u202eb\u2066c\u2069')).toBe('for a�b�c�')
})
