import { useState } from 'react'
import { Link, Route, Routes } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { act } from '../../../test/act.ts'
import { ok, openAdmin } from '../../../test/open-admin.tsx'
import { slowCalls } from '../../../test/slow-calls.ts'
import LetterPage from './letter-page.tsx'

it('what is typed while a letter saves is still there after leaving it', async () => {
  const path = '/api/admin/letters/l1'
  const audience = { who: 'everyone', plans: [], styles: [], sizes: [], states: [] }
  const written = (subject: string, version: number) => {
    const letter = { id: 'l1', state: 'draft', month: '2026-12', subject, version, preview: '', audience }
    return ok({ ...letter, blocks: [], missing: [], bounces: [], publishedAt: null, html: '' })
  }
  const replies = { [path]: written('', 1), [`${path}/readers`]: ok({ readers: 1, leftOut: [] }) }
  const screens = (
    <>
      <Link to="/admin/letters">All letters</Link>
      <Link to="/admin/letters/l1">This letter</Link>
      <Routes>
        <Route path="/admin/letters/:letterId" element={<LetterPage />} />
        <Route path="*" element={null} />
      </Routes>
    </>
  )
  const page = await openAdmin(screens, replies, { at: '/admin/letters/l1' })
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await page.fill('Subject', 'December belts')
  const answer = slowCalls(path)
  await act(async () => {
    vi.advanceTimersByTime(1000)
    vi.useRealTimers()
  })
  await page.fill('Subject', 'December belts are here')
  replies[path] = written('December belts', 2)
  answer()
  await page.settle()
  expect(page.sent(path)).toMatchObject([{ version: 1, subject: 'December belts' }])
  await page.press('All letters')
  await page.press('This letter')
  answer()
  await page.settle()
  expect(page.field('Subject').value).toBe('December belts are here')
  expect(page.words(), 'nobody else changed it').not.toContain('This letter changed')
})

it('a letter that someone else saved meanwhile is never overwritten unasked, however often it is reloaded', async () => {
  const [path, key] = ['/api/admin/letters/l1', 'draft:letter:l1']
  const audience = { who: 'everyone', plans: [], styles: [], sizes: [], states: [] }
  const written = (subject: string) => ({ subject, preview: '', blocks: [], audience })
  const theirs = ok({
    ...{ id: 'l1', state: 'draft', month: '2026-12', version: 2, ...written('Theirs') },
    ...{ missing: [], bounces: [], publishedAt: null, html: '' },
  })
  let kept = JSON.stringify({ value: written('Mine'), began: written('') })
  function Reloaded() {
    useState(() => sessionStorage.setItem(key, kept))
    return <LetterPage />
  }
  for (const subject of ['Mine', 'Mine, too']) {
    const page = await openAdmin(
      <Reloaded />,
      { [path]: theirs, [`${path}/readers`]: ok({ readers: 1, leftOut: [] }) },
      { at: '/admin/letters/l1', path: '/admin/letters/:letterId' },
    )
    expect(page.field('Subject').value).toBe(subject)
    expect(page.words()).toContain('This letter changed while you were writing.')
    await page.fill('Subject', 'Mine, too')
    kept = sessionStorage.getItem(key)!
  }
})
