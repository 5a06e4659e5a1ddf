import { environmentManager } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { act } from '../../../test/act.ts'
import { no, ok, openAdmin } from '../../../test/open-admin.tsx'
import { slowCalls } from '../../../test/slow-calls.ts'
import MailsPage from '../mails/mails-page.tsx'
import ReviewsPage from '../reviews/reviews-page.tsx'
import SubscribersPage from '../subscribers/subscribers-page.tsx'
import { AudiencePanel } from './audience-panel.tsx'
import { BlockEditor } from './block-editor.tsx'
import LetterPage from './letter-page.tsx'
import LettersPage from './letters-page.tsx'
import { SendPanel } from './send-panel.tsx'
import { SendingPanel } from './sending-panel.tsx'

type Letter = Parameters<typeof SendingPanel>[0]['letter']
const letter = (changes: object = {}) =>
  ({
    ...{ id: 'l1', version: 4, state: 'draft', subject: 'December', missing: [], bounces: [], figures: null },
    ...{ stoppedBecause: null, sendAt: null, finishedAt: null },
    ...changes,
  }) as unknown as Letter
const call = (what = '') => `/api/admin/letters/l1${what}`
const readers = { [call('/readers')]: ok({ readers: 1412, leftOut: [] }) }

describe('a letter', () => {
  it('is tested, scheduled, or sent after a confirmation with the count', async () => {
    const panel = (changes = {}, isSaved = true) => (
      <SendPanel letter={letter(changes)} isSaved={isSaved} onSent={() => {}} />
    )
    const page = await openAdmin(panel(), {
      ...readers,
      [call('/test')]: no({ fields: { email: 'Not this one.' } }),
      [call('/send')]: ok({ state: 'sending' }),
    })
    await page.fill('To', 'ana@example.com')
    await page.press('Send a test')
    expect(page.sent(call('/test'))).toEqual([{ letterId: 'l1', email: 'ana@example.com' }])
    expect(page.words()).toContain('Not this one.')
    expect(page.button('Schedule it').disabled).toBe(true)
    await page.fill('Day and time', '2026-12-01T09:00:00')
    await page.press('Schedule it')
    await page.press('Send it now')
    expect(page.words()).toContain('It goes to 1,412 people.')
    await page.press('Send it now')
    expect(page.sent(call('/send'))).toEqual([
      { letterId: 'l1', version: 4, at: '2026-12-01T09:00' },
      { letterId: 'l1', version: 4, at: null },
    ])
    expect(page.told()).toEqual(['Scheduled: You can take it back until then.', 'On its way: It’s leaving.'])
    const unsaved = await openAdmin(panel({}, false), readers)
    expect(unsaved.button('Send it now').disabled).toBe(true)
    const lacking = await openAdmin(panel({ missing: ['It has no subject.'] }), readers)
    expect(lacking.words()).toContain('It has no subject.')
    expect(lacking.button('Send it now').disabled).toBe(true)
    const support = await openAdmin(panel(), readers, { role: 'support' })
    expect(support.words()).toContain('The owner sends letters.')
  })

  it('can be stopped, resumed, or canceled after a confirmation while it is sending', async () => {
    const figures = { readers: 2000, sent: 1000, bounced: 25, complained: 1, dropped: 10 }
    const leaving = await openAdmin(<SendingPanel letter={letter({ state: 'sending', figures })} />, {
      [call()]: ok(),
    })
    expect(leaving.words()).toContain(
      'Sent 1,000 of 2,000 Bounced 25 (2.5%) Called it spam 1 Left the list meanwhile 10',
    )
    await leaving.press('Stop it')
    expect(leaving.sent(call())).toEqual([{ letterId: 'l1', version: 4, state: 'stopped' }])
    const bounces = [{ email: 'old@example.com', problem: 'No such mailbox' }]
    const still = letter({ state: 'stopped', figures, stoppedBecause: 'Too many bounced.', bounces })
    const page = await openAdmin(<SendingPanel letter={still} />, { [call()]: ok(), [call('/send')]: no() })
    expect(page.words()).toContain('Too many bounced.')
    expect(page.words()).toContain('old@example.com No such mailbox')
    await page.press('Go on with the other 990')
    expect(page.sent(call('/send'))).toEqual([{ letterId: 'l1', version: 4, at: null }])
    expect(page.told()).toEqual(['Error: Nothing was changed. Try again.'])
    await page.press('Give it up')
    expect(page.sent(call())).toEqual([])
    await page.press('Give it up')
    expect(page.sent(call())).toEqual([{ letterId: 'l1', version: 4, state: 'ended' }])
    const planned = letter({ state: 'scheduled', sendAt: '2026-12-01T14:00:00Z' })
    const scheduled = await openAdmin(<SendingPanel letter={planned} />, { [call()]: ok() })
    expect(scheduled.words()).toContain('It leaves Dec 1, 9:00 AM')
    await scheduled.press('Take it back')
    expect(scheduled.sent(call())).toEqual([{ letterId: 'l1', version: 4, state: 'draft' }])
  })

  it('that is scheduled is seen leaving, by whoever has its page open', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    // It was loaded before there was a window, and fetches at intervals in a browser only.
    environmentManager.setIsServer(() => false)
    onTestFinished(() => {
      vi.useRealTimers()
      environmentManager.setIsServer(() => true)
    })
    const shown = (changes: object) => ok({ ...letter(changes), month: '2026-12', html: '<p>Hello.</p>' })
    const replies = { [call()]: shown({ state: 'scheduled', sendAt: '2026-11-21T15:00:00Z' }) }
    const at = { at: '/admin/letters/l1', path: '/admin/letters/:letterId' }
    const page = await openAdmin(<LetterPage />, replies, at)
    expect(page.words()).toContain('It leaves Nov 21, 10:00 AM')
    const figures = { readers: 20, sent: 1, bounced: 0, complained: 0, dropped: 0 }
    for (const [state, said] of [
      ['sending', 'It’s leaving Sent 1 of 20'],
      ['sent', 'It’s out'],
    ]) {
      replies[call()] = shown({ state, figures })
      await act(async () => void vi.advanceTimersByTime(3_000))
      await page.settle()
      expect(page.words()).toContain(said)
    }
  })

  it('goes to the chosen readers, and says who is left out and why', async () => {
    const audience = { who: 'everyone', plans: [], styles: ['dress'], sizes: [], states: [] }
    const chosen: object[] = []
    const leftOut = [{ because: 'unsubscribed', number: 3, some: ['a@example.com', 'b@example.com'] }]
    const page = await openAdmin(
      <AudiencePanel
        letterId="l1"
        audience={audience as never}
        savedVersion={1}
        onChange={(next) => chosen.push(next)}
      />,
      { [call('/readers')]: ok({ readers: 1, leftOut }) },
    )
    expect(page.words()).toContain('1 person gets it.')
    expect(page.words()).toContain('Unsubscribed 3 a@example.com, b@example.com and 1 more')
    await page.fill('Readers', 'members')
    await page.check('Casual')
    await page.check('Dress', false)
    await page.check('36')
    expect(chosen).toEqual([
      { ...audience, who: 'members' },
      { ...audience, styles: ['dress', 'casual'] },
      { ...audience, styles: [] },
      { ...audience, sizes: ['36'] },
    ])
  })

  it('shows any belt of any drop, with its story and picture', async () => {
    const belt = (id: string, name: string) => ({
      ...{ id, slug: name.toLowerCase(), name, description: 'Plain calf.', suits: 'Suits a suit.' },
      ...{ imageUrl: `/${id}.webp`, imageAlt: `${name}, coiled` },
    })
    const added: object[][] = []
    const page = await openAdmin(
      <BlockEditor blocks={[]} onChange={(blocks) => added.push(blocks)} onBusy={() => {}} />,
      {
        '/api/admin/belts': ok({ drop: '2026-12', belts: [belt('t1', 'Ash')] }),
        '/api/admin/belts?drop=2026-11': ok({ drop: '2026-11', belts: [belt('t2', 'Birch')] }),
        '/api/admin/drops': ok({ drops: [{ drop: '2026-12' }, { drop: '2026-11' }] }),
      },
    )
    await page.press('Belt')
    await page.fill('Drop', '2026-11')
    await page.fill('Belt', 't2')
    const shown = { type: 'belt', beltId: 't2', slug: 'birch', name: 'Birch', imageUrl: '/t2.webp' }
    const words = 'Plain calf. Suits a suit.'
    expect(added).toEqual([[{ ...shown, words, imageAlt: 'Birch, coiled', id: expect.any(String) }]])
  })

  it('starts for a month, and lists its progress', async () => {
    const row = {
      ...{ id: 'l1', subject: '', isByShop: true, state: 'draft', month: '2026-12', stoppedBecause: null },
      ...{ publishedAt: null, sendAt: null, updatedAt: '2026-11-20T15:00:00Z', figures: null },
    }
    const sent = {
      ...row,
      id: 'l2',
      subject: 'November',
      state: 'sent',
      publishedAt: '2026-11-02T14:00:00Z',
      figures: { sent: 9, readers: 10, bounced: 1 },
    }
    const page = await openAdmin(<LettersPage />, {
      '/api/admin/letters': ok({ letters: [row, sent], nextCursor: 'c2', id: 'l9' }),
      '/api/admin/letters?cursor=c2': ok({
        letters: [{ ...sent, id: 'l3', subject: 'October' }],
        nextCursor: null,
      }),
    })
    expect(page.words()).toContain('No subject yetDrafted by the shop December 2026')
    expect(page.words()).toContain('Nov 2, 9:00 AM 9 of 10 1')
    await page.press('Older')
    expect(page.words()).toContain('October')
    expect(page.button('Older').disabled).toBe(true)
    await page.press('Newer')
    await page.fill('Month of the new letter', '2026-12')
    await page.press('New letter')
    expect(page.sent('/api/admin/letters')).toEqual([{ month: '2026-12' }])
    expect(page.place()).toBe('/admin/letters/l9')
    expect(page.button('New letter').disabled, 'a second click makes no second letter').toBe(true)
  })
})

describe('the subscriber list', () => {
  const counts = { active: 1200, unconfirmed: 3, unsubscribed: 40, bounced: 2 }
  const reader = {
    ...{ id: 'n1', email: 'ada@example.com', name: 'Ada', source: 'footer', status: 'unsubscribed' },
    ...{ subscribedAt: '2026-11-01T12:00:00Z', confirmedAt: null },
  }
  const list = '/api/admin/subscribers'
  const found = (changes = {}) => ok({ counts, nextCursor: null, subscribers: [{ ...reader, ...changes }] })

  it('is counted, filtered and exported as filtered, and never re-adds anyone who left', async () => {
    const page = await openAdmin(<SubscribersPage />, {
      [list]: found(),
      [`${list}?status=bounced`]: found({ status: 'bounced', email: 'old@example.com' }),
      [`${list}/n1`]: ok(),
    })
    expect(page.words()).toContain('1,200 active, 3 not confirmed yet, 40 unsubscribed, 2 bounced')
    const options = [...page.document.querySelectorAll('td select option')].map((each) => each.textContent)
    expect(options).toEqual(['unsubscribed', 'bounced'])
    await page.fill('Status', 'bounced')
    expect(page.words()).toContain('old@example.com')
    expect(page.button('Export CSV').getAttribute('href')).toBe('/api/admin/subscribers.csv?status=bounced')
    await page.fill('Status of old@example.com', 'unsubscribed')
    expect(page.sent(`${list}/n1`)).toEqual([{ subscriberId: 'n1', status: 'unsubscribed' }])
  })

  it('starts with its first page again when it is searched', async () => {
    const page = await openAdmin(<SubscribersPage />, {
      [list]: ok({ counts, nextCursor: 'n1', subscribers: [reader] }),
      [`${list}?cursor=n1`]: found({ email: 'old@example.com' }),
      [`${list}?search=ada`]: found({ email: 'ada@example.net' }),
    })
    await page.press('Older')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await page.fill('Search name or email', 'ada')
    await act(async () => {
      vi.advanceTimersByTime(1000)
      vi.useRealTimers()
    })
    await page.settle()
    expect(page.words()).toContain('ada@example.net')
  })

  it('imports a file once consent is confirmed, and names each bad line', async () => {
    const problems = [{ line: 3, problem: 'no address' }]
    const answers = { [list]: found(), [`${list}/import?agreed=true`]: ok({ added: 1, known: 2, problems }) }
    const page = await openAdmin(<SubscribersPage />, answers)
    await page.press('Import CSV')
    const file = new File(['email,name\n'], 'list.csv')
    await page.give(/^A CSV file/, file)
    expect(page.button('Import').disabled).toBe(true)
    await page.check(/^Everyone in this file agreed/)
    const come = slowCalls(`${list}/import?agreed=true`)
    await page.press('Import')
    // What happened to this file is shown before another one is taken.
    expect(page.field(/^A CSV file/).disabled).toBe(true)
    answers[list] = found({ email: 'new@example.com' })
    come()
    await page.settle()
    expect(page.field(/^A CSV file/).disabled).toBe(false)
    const sent = page.asked.filter(({ path }) => path === `${list}/import?agreed=true`)
    expect(sent.map(({ init }) => init.body)).toEqual([file])
    expect(page.words()).toContain('1 added, 2 on the list already, 1 line left out: Line 3: no address')
    expect(page.words()).toContain('new@example.com')
  })
})

describe('the email log', () => {
  const mail = {
    ...{
      id: 'k1',
      kind: 'order-confirmation',
      recipient: 'maya@example.com',
      subject: 'Your order',
      state: 'failed',
    },
    ...{
      problem: 'Refused',
      createdAt: '2026-11-20T15:00:00Z',
      sentAt: null,
      runAt: '2026-11-20T16:00:00Z',
      isCopy: false,
    },
  }
  const list = '/api/admin/mails'
  const openMails = (at: string, state = 'failed') =>
    openAdmin(
      <MailsPage />,
      {
        [list]: ok({
          mails: [{ ...mail, state }],
          kinds: ['order-confirmation'],
          due: 1,
          failed: 2,
          givenUp: 3,
          nextCursor: null,
        }),
        [`${list}?state=failed`]: ok({
          mails: [],
          kinds: [],
          due: 0,
          failed: 0,
          givenUp: 0,
          nextCursor: null,
        }),
        [`${list}/k1`]: ok({
          mail: { ...mail, state },
          problem: null,
          isAsSent: false,
          answer: '550',
          content: { subject: 'Your order', html: '<p>', text: 'Hi', to: '' },
        }),
        [`${list}/k1/send-again`]: ok(),
      },
      { at },
    )

  it('filters by address, shows an email, and sends it again', async () => {
    const page = await openMails('/admin/mails')
    expect(page.words()).toContain('1 due, 2 failed, 3 given up')
    expect(page.words()).toContain(
      'maya@example.com Failed, tried againRefused Nov 20, 10:00 AM Nov 20, 11:00 AM',
    )
    await page.press(/^Read/)
    expect(page.words()).toContain('Not sent yet. This is how it would read today.')
    await page.press('Try again now')
    expect(page.asked.some(({ path }) => path.endsWith('/send-again'))).toBe(true)
    expect(page.told()).toEqual(['On its way: We’re sending it again now.'])
    const none = await openMails('/admin/mails?state=failed')
    expect(none.words()).toContain('No emails match.')
    const due = await openMails('/admin/mails', 'due')
    await due.press(/^Read/)
    expect(due.words()).not.toMatch(/Send it again|Try again now/)
  })
})

describe('the review queue', () => {
  const review = {
    ...{
      id: 'v1',
      belt: 'The Ashbury',
      slug: 'the-ashbury',
      stars: 4,
      fit: 'right',
      text: 'Lovely.',
      by: 'Maya',
    },
    ...{
      state: 'waiting',
      declinedFor: null,
      orderId: 'o1',
      orderNumber: 'BC-7K3F-9QMT',
      writtenAt: '2026-11-20T15:00:00Z',
    },
  }
  const decision = '/api/admin/reviews/v1/decision'
  const openReviews = (changes = {}, role = 'owner') =>
    openAdmin(
      <ReviewsPage />,
      {
        '/api/admin/reviews?state=waiting': ok({
          waiting: 1,
          nextCursor: 'v1',
          reviews: [{ ...review, ...changes }],
        }),
        '/api/admin/reviews?state=waiting&cursor=v1': ok({ waiting: 1, nextCursor: null, reviews: [] }),
        '/api/admin/reviews?state=declined': ok({ waiting: 1, nextCursor: null, reviews: [] }),
        [decision]: ok(),
      },
      { role },
    )

  it('publishes a review as read, or declines it with a reason', async () => {
    const page = await openReviews()
    expect(page.words()).toContain('Lovely. Maya, fit: just right, Nov 20, 10:00 AM, BC-7K3F-9QMT')
    expect(page.button('Decline').disabled).toBe(true)
    await page.press(/^Publish/)
    await page.fill(/^Why the review/, 'ad')
    await page.press('Decline')
    const seen = { reviewId: 'v1', writtenAt: review.writtenAt }
    expect(page.sent(decision)).toEqual([
      { ...seen, declinedFor: null },
      { ...seen, declinedFor: 'ad' },
    ])
    expect(page.told()).toEqual([
      'Review published: It’s on the page of The Ashbury now.',
      'Review declined: It isn’t shown. You’ll find it under Declined.',
    ])
    // Another state starts with its first page.
    await page.press('More')
    await page.fill('State', 'declined')
    expect(page.words()).toContain('Nothing’s been declined.')
    const up = await openReviews({ state: 'published' })
    expect(up.words()).not.toMatch(/Publish the review|Decline$/)
    expect(up.button('Take it down').disabled).toBe(true)
    const viewer = await openReviews({}, 'viewer')
    expect(viewer.words()).not.toMatch(/Publish|Decline/)
    const private_ = await openReviews({ state: 'private' })
    expect(private_.words()).not.toMatch(/Publish the review|Take it down/)
  })
})
