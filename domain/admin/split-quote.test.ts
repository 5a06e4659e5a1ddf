import { expect, it } from 'vitest'
import { splitQuote } from './split-quote.ts'

it.each([
  ['Thanks!\n\nOn Mon, Nov 23, 2026 at 9:00 AM Belt Club <a@b.co> wrote:\n> Hello', 'Thanks!'],
  [
    'Thanks!\n\nOn Mon, Nov 23, 2026 at 9:00 AM Belt Club\n<support@example.com> wrote:\n\n> Hello\n> there',
    'Thanks!',
  ],
  ['Thanks!\n\n-----Original Message-----\nFrom: Belt Club\n\nHello', 'Thanks!'],
  ['Thanks!\n> Hello\n\n', 'Thanks!'],
  ['I paid > $60 for it.', 'I paid > $60 for it.'],
  ['> Only a quote', '> Only a quote'],
])('shows only the new text of a reply: %j', (text, said) => {
  expect(splitQuote(text).said).toBe(said)
})
