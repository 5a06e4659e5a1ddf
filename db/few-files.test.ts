import { expect, it } from 'vitest'
import { tooFewFiles } from './data-folder.ts'

it.each([
  [256, /may open only 256 files: allow 1024 or more/],
  [1_024, null],
  [null, null],
])('a process that may open %s files is told so if its database can’t be opened', (most, sentence) => {
  const told = tooFewFiles('/srv/shop', new Error('PGlite failed to initialize properly'), most)
  if (sentence) expect(told!.message).toMatch(sentence)
  else expect(told).toBeNull()
})
