import { expect, it } from 'vitest'
import { call, step } from '../../test/drop-step.tsx'
import { ok, openAdmin } from '../../test/open-admin.tsx'
import CuratePage from '../admin/drops/curate-page.tsx'
import { surviveTranslation } from './survive-translation.ts'

/** What a browser's translator does. */
function translate(node: Node) {
  if (node.nodeType !== 3) return [...node.childNodes].forEach(translate)
  if (!node.textContent?.trim()) return
  const font = document.createElement('font')
  font.textContent = node.textContent.replaceAll('Curat', 'Kurat')
  node.parentNode!.replaceChild(font, node)
}

it('a page in the browser’s translation goes on working and shows what changed', async () => {
  const run = {
    ...{
      id: 'r1',
      drop: '2026-12',
      state: 'done',
      isAutomatic: false,
      done: 4,
      total: 4,
      assigned: 1,
      held: 3,
    },
    ...{ error: null, startedAt: '2026-11-20T10:00:00Z', finishedAt: null as string | null },
  }
  const replies = {
    [call('/curation')]: ok({ run: null as object | null }),
    [call('/exceptions')]: ok({ exceptions: [], total: 0 }),
    [`${call('/boxes')}?filter=proposed`]: ok({ boxes: [], nextCursor: null }),
  }
  const page = await openAdmin(step(<CuratePage />, { boxes: { owed: 2 } }), replies)
  surviveTranslation()
  translate(page.document.body)
  expect(page.words()).toContain('Kurating picks a belt for every box')
  for (const [state, says] of [
    [run, '1 box has a belt, and 3 need you. '],
    [
      { ...run, id: 'r2', assigned: 2, held: 1, finishedAt: '2026-11-20T11:00:00Z' },
      '2 boxes have a belt, and 1 needs you (Nov 20',
    ],
  ] as const) {
    replies[call('/curation')] = ok({ run: state })
    await page.press(/^[CK]urate/)
    expect(page.words()).toContain(says)
    expect(page.words()).not.toContain('picks a belt')
    translate(page.document.body)
  }
})
