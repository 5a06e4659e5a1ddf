import { describe, expect, it } from 'vitest'
import { no, ok, openAdmin } from '../../../test/open-admin.tsx'
import { AnswerForm, NoteForm } from './answer-form.tsx'
import { CannedAnswers } from './canned-answers.tsx'
import InboxPage from './inbox-page.tsx'
import { ThreadView } from './thread-view.tsx'

type Thread = Parameters<typeof ThreadView>[0]['thread']
const entry = {
  ...{ id: 'e1', kind: 'in', who: 'Bea Lind', at: '2026-11-20T15:00:00.000Z', text: 'Where is it?' },
  ...{ isVerified: true, asksFor: null, attachments: [], sentAt: null, problem: null },
}
const row = {
  ...{ id: 'm1', name: 'Bea Lind', email: 'bea@example.com', subject: 'My belt', message: 'Where is it?' },
  ...{ category: 'order', orderNumber: 'BC-1001', orderId: 'o1', origin: 'mail', verifiedBy: 'reply' },
  ...{ aside: null, createdAt: entry.at, waitingSince: entry.at, dueAt: '2026-11-23T17:00:00.000Z' },
  ...{ isLate: false, answeredAt: null, doneAt: null, snoozedUntil: null, assignee: null, writer: null },
}
const thread = (changes: object = {}) =>
  ({
    ...{ ...row, version: 3, follows: null, entries: [entry], colleagues: ['ana', 'bo'], fields: {} },
    beside: { personId: 'p1', name: 'Bea L.', memberships: [] },
    ...changes,
  }) as unknown as Thread
const call = (what = '') => `/api/admin/messages/m1${what}`
const canned = (answers: object[] = [], starters: object[] = []) => ({
  '/api/admin/canned-answers': ok({ answers, starters }),
})
const nothing = () => {}
const view = (changes: object = {}) => (
  <ThreadView thread={thread(changes)} writing={null} setWriting={nothing} />
)

describe('an inbox answer', () => {
  const first = { id: 'a1', title: 'Left', text: 'Hi {name}, it left on {shipped on}.' }
  const second = { id: 'a2', title: 'Size', text: 'Hi {name}, change it here.' }

  it('fills in a saved answer, and can’t be sent with an empty field', async () => {
    const page = await openAdmin(
      <AnswerForm thread={thread({ fields: { name: 'Bea' } })} onClose={nothing} />,
      {
        ...canned([first], [second]),
        [call('/replies')]: ok(),
        [call('/writer')]: ok({ writer: null, version: 3 }),
      },
    )
    const answer = /^Answer to Bea Lind, bea@example.com/
    expect(page.button('Send the answer').disabled).toBe(true)
    await page.fill(/Begin with/, 'a2')
    expect(page.field(answer).value).toBe('Hi Bea, change it here.')
    // Replaces an answer nobody has edited; keeps one’s own words.
    await page.fill(/Begin with/, 'a1')
    expect(page.field(answer).value).toBe('Hi Bea, it left on {shipped on}.')
    expect(page.words()).toContain('Fill in {shipped on} before you send.')
    expect(page.words()).not.toContain('It’s them')
    expect(page.button('Send the answer').disabled).toBe(true)
    await page.fill(answer, 'Hi Bea, it left.')
    await page.fill(/Begin with/, 'a2')
    expect(page.field(answer).value).toBe('Hi Bea, it left.\n\nHi Bea, change it here.')
    expect(sessionStorage.getItem('draft:answer:m1')).toContain('it left.')
    await page.press('Send the answer')
    expect(page.sent(call('/replies'))).toEqual([
      { messageId: 'm1', text: 'Hi Bea, it left.\n\nHi Bea, change it here.', version: 3 },
    ])
    expect(page.told()).toEqual(['Answer sent: To bea@example.com.'])
    expect(sessionStorage.getItem('draft:answer:m1')).toBeNull()
    expect(page.sent(call('/writer'))[0]).toEqual({ messageId: 'm1', isWriting: true })
  })

  it('stays as written when sending fails, until discarded', async () => {
    let closed = 0
    const form = <AnswerForm thread={thread({ beside: null })} onClose={() => closed++} />
    const page = await openAdmin(form, { ...canned([first]), [call('/replies')]: no() })
    await page.fill(/^Answer to/, 'Hi {belt}')
    expect(page.words()).toContain('We fill in what we know once you press “It’s them.”')
    await page.fill(/^Answer to/, 'Hi')
    await page.key('Enter', { ctrlKey: true })
    expect(page.told()).toEqual(['Error: Your answer wasn’t sent. It’s still here, so try again.'])
    expect(page.field(/^Answer to/).value).toBe('Hi')
    expect(closed).toBe(0)
    await page.press('Not now')
    expect(closed).toBe(1)
    expect(sessionStorage.getItem('draft:answer:m1')).toBeNull()
    expect(page.sent(call('/writer')).at(-1)).toEqual({ messageId: 'm1', isWriting: false })
  })

  it('says whether it waits, left, or came back', async () => {
    const answer = { ...entry, kind: 'out', who: 'ana', text: 'On its way.' }
    const [problem, sentAt] = ['552 5.2.2 Mailbox full', entry.at]
    for (const [changes, words] of [
      [{ problem }, 'Not sent yet: 552 5.2.2 Mailbox full'],
      [{ problem, sentAt }, 'It came back: 552 5.2.2 Mailbox full'],
      [{}, 'On its way out.'],
    ] as const) {
      const page = await openAdmin(view({ entries: [entry, { ...answer, id: 'e2', ...changes }] }), canned())
      expect(page.words()).toContain(words)
    }
  })

  it('allows only a note while a colleague answers', async () => {
    let closed = 0
    const page = await openAdmin(<NoteForm thread={thread()} onClose={() => closed++} />, {
      [call('/notes')]: ok(),
    })
    expect(page.button('Save note').disabled).toBe(true)
    await page.fill(/^Note for your colleagues/, 'She called.')
    await page.press('Save note')
    expect(page.sent(call('/notes'))).toEqual([{ messageId: 'm1', text: 'She called.' }])
    expect(closed).toBe(1)
  })
})

describe('a saved answer', () => {
  it('can be written, changed and deleted, and replaces the shop’s own', async () => {
    const own = { id: 'c1', title: 'Late', text: 'Sorry.' }
    const page = await openAdmin(<CannedAnswers isShown />, {
      ...canned([own], [{ id: 'starter-1', title: 'Size', text: 'On your page.' }]),
      '/api/admin/canned-answers/c1': ok(own),
    })
    await page.press('Edit Late')
    await page.fill('Answer', 'So sorry.')
    await page.press('Keep it')
    await page.press('Edit Size')
    expect(page.field('Answer').value).toBe('On your page.')
    await page.press('Keep it')
    await page.press('Delete Late')
    const { asked } = page
    expect(
      asked.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]),
    ).toEqual([
      [
        'PATCH',
        '/api/admin/canned-answers/c1',
        { answerId: 'c1', title: 'Late', text: 'So sorry.', was: { title: 'Late', text: 'Sorry.' } },
      ],
      ['POST', '/api/admin/canned-answers', { title: 'Size', text: 'On your page.' }],
      ['DELETE', '/api/admin/canned-answers/c1', undefined],
    ])
  })
})

describe('a conversation', () => {
  it('can be done, assigned, snoozed until nine shop time, or marked as spam', async () => {
    const page = await openAdmin(view({ assignee: 'cy' }), { [call()]: ok() })
    await page.press('Done, no answer needed')
    await page.fill('Assigned to', 'bo')
    await page.fill('Assigned to', '')
    await page.fill('Snooze', '1')
    await page.fill('Snooze', '7')
    await page.press('Spam')
    expect(page.sent(call())).toEqual([
      { messageId: 'm1', done: true },
      { messageId: 'm1', assignee: 'bo' },
      { messageId: 'm1', assignee: null },
      { messageId: 'm1', snoozedUntil: '2026-11-22T14:00:00.000Z' },
      { messageId: 'm1', snoozedUntil: '2026-11-28T14:00:00.000Z' },
      { messageId: 'm1', isSpam: true },
    ])
    const names = [...page.field('Assigned to').querySelectorAll('option')].map((each) => each.textContent)
    expect(names).toEqual(['No one yet', 'Mine', 'bo', 'cy'])
    const done = await openAdmin(view({ doneAt: entry.at, snoozedUntil: entry.at }), { [call()]: ok() })
    await done.press('Open again')
    await done.fill('Snooze', '0')
    expect(done.sent(call())).toEqual([
      { messageId: 'm1', done: false },
      { messageId: 'm1', snoozedUntil: null },
    ])
    const spam = await openAdmin(view({ aside: 'spam' }), { [call()]: no() })
    expect(spam.words()).not.toContain('Done, no answer needed')
    await spam.press('Not spam')
    expect(spam.sent(call())).toEqual([{ messageId: 'm1', isSpam: false }])
    expect(spam.told()).toEqual(['Error: Nothing was changed. Try again.'])
    for (const lost of ['no answer', no({}, 504)] as const) {
      const page = await openAdmin(view({ aside: 'spam' }), { [call()]: lost })
      await page.press('Not spam')
      expect(page.told()[0]).toContain('The shop’s answer got lost.')
    }
    const reader = await openAdmin(view(), {}, { role: 'fulfillment' })
    expect(reader.words()).not.toContain('Spam')
  })

  it('shows the message, its repeats and attachments, and what became of the answer', async () => {
    const attachments = [
      { id: 'f1', name: 'belt.jpg', bytes: 2_400_000, isKept: true },
      { id: 'f2', name: 'run.exe', bytes: 900, isKept: false },
    ]
    const entries = [
      {
        ...entry,
        text: 'It broke.\n\nOn Monday, we wrote:\n> Hello',
        isVerified: false,
        asksFor: 'x@example.com',
        attachments,
      },
      { ...entry, id: 'e2', kind: 'out', who: 'ana', text: 'Sorry.', problem: 'mailbox full' },
      { ...entry, id: 'e3', kind: 'out', who: 'ana', text: 'Again.', sentAt: '2026-11-21T15:00:00.000Z' },
      { ...entry, id: 'e4', kind: 'note', who: 'bo', text: 'She called.' },
      { ...entry, id: 'e5', kind: 'out', who: 'bo', text: 'Third.' },
    ]
    const page = await openAdmin(view({ entries, writer: 'bo', follows: 'm0', assignee: 'bo' }))
    const words = page.words()
    expect(words).toContain('Not verified')
    expect(words).toContain('Asks for an answer at x@example.com. Your answer won’t go there.')
    expect(words).toMatch(/run\.exe [^,]+, left out for safety\./)
    expect(words).toMatch(/belt\.jpg 2\.[34] MB/)
    expect(page.button('belt.jpg').getAttribute('href')).toBe('/api/admin/attachments/f1')
    expect(words).toContain('mailbox full')
    expect(words).toContain('Third. On its way out.')
    expect(words).toMatch(/Again\. Sent Nov 21/)
    expect(words).toContain('bo wrote a note')
    expect(words).toContain('bo is answering right now.')
    expect(words).toContain(', taken by bo')
    expect(page.button('a conversation').getAttribute('href')).toContain('?thread=m0&state=all')
    expect(page.button('BC-1001').getAttribute('href')).toBe('/admin/orders/o1')
    expect(words).not.toContain('> Hello')
    await page.press('Show what it repeats')
    expect(page.words()).toContain('Hello')
  })

  it('shows the sender’s boxes beside it, and nothing for an unverified sender', async () => {
    const box = {
      ...{
        id: 'b1',
        name: 'December',
        state: 'owed',
        shipBy: '2026-12-31',
        changeUntil: '2026-11-30',
        shippedOn: null,
      },
      ...{ deliveredOn: null, holdReason: null, belt: null, tracking: null },
    }
    const tracking = { number: '1Z', carrier: 'UPS', link: 'https://ups.example/1Z' }
    const shipped = {
      ...box,
      id: 'b2',
      name: 'November',
      state: 'shipped',
      shippedOn: '2026-11-18',
      belt: 'Ashbury',
      tracking,
    }
    const delivered = { ...shipped, id: 'b3', name: 'October', deliveredOn: '2026-10-20', tracking: null }
    const held = { ...box, id: 'b4', name: 'May', state: 'held', holdReason: 'size' }
    const membership = {
      ...{
        id: 's1',
        orderId: 'o2',
        orderNumber: 'BC-1002',
        wearer: 'Mia',
        status: 'past_due',
        isGift: true,
        size: '34',
      },
      boxes: [box, shipped, delivered, held],
    }
    const page = await openAdmin(
      view({ beside: { personId: 'p1', name: 'Bea L.', memberships: [membership] } }),
    )
    const words = page.words()
    expect(words).toContain('BC-1002 gift for Mia, past due, size 34')
    expect(words).toContain('December’s belt Ships by December 31, can be changed until November 30')
    expect(words).toContain('November’s belt: Ashbury Left November 18')
    expect(words).toContain('October’s belt: Ashbury Delivered October 20')
    expect(words).toContain('Held: no size chosen. Due by December 31')
    expect(page.button('1Z').getAttribute('href')).toBe('https://ups.example/1Z')
    expect(page.button('Everything about them').getAttribute('href')).toBe('/admin/people/p1')
    const stranger = await openAdmin(view({ beside: null }), { [call()]: ok() })
    expect(stranger.words()).toContain('Anyone can write under bea@example.com.')
    await stranger.press('It’s them, show their orders')
    expect(stranger.sent(call())).toEqual([{ messageId: 'm1', isThem: true }])
  })
})

describe('the inbox', () => {
  const list = (state = 'open', more = '') => `/api/admin/messages?state=${state}${more}`

  it('shows answer deadlines, and opens, moves and answers by keyboard', async () => {
    const second = { ...row, id: 'm2', name: 'Cy', isLate: true, writer: 'bo' }
    const page = await openAdmin(
      <InboxPage />,
      {
        [list()]: ok({ messages: [row, second], open: 2, late: 1, nextCursor: 'c' }),
        [call()]: ok(thread()),
        '/api/admin/messages/m2': ok(thread({ id: 'm2', name: 'Cy' })),
        ...canned(),
      },
      { at: '/admin/inbox' },
    )
    expect(page.words()).toContain('2 open, 1 past the promised hour')
    expect(page.words()).toMatch(/Bea Lind ?Answer by Nov 23/)
    expect(page.words()).toMatch(/Cy ?Late, was due Nov 23/)
    expect(page.words()).toContain('bo is answering')
    await page.key('j')
    expect(page.place()).toBe('/admin/inbox?thread=m1')
    await page.key('j')
    expect(page.place()).toBe('/admin/inbox?thread=m2')
    await page.key('k')
    expect(page.place()).toBe('/admin/inbox?thread=m1')
    await page.key('e')
    await page.key('z')
    await page.key('!')
    await page.key('e', { ctrlKey: true })
    expect(page.sent(call())).toEqual([
      { messageId: 'm1', done: true },
      { messageId: 'm1', snoozedUntil: '2026-11-22T14:00:00.000Z' },
      { messageId: 'm1', isSpam: true },
    ])
    await page.key('r')
    expect(page.words()).toContain('Send the answer')
    // A shortcut key typed into the answer is just a letter.
    await page.key('e')
    expect(page.sent(call())).toHaveLength(3)
    // Another conversation, another answer.
    await page.press(/^Cy/)
    expect(page.words()).not.toContain('Send the answer')
    await page.key('n')
    expect(page.words()).toContain('Save note')
    await page.press('Back to the list')
    expect(page.place()).toBe('/admin/inbox')
  })

  it('starts with the first page again under another filter', async () => {
    const page = await openAdmin(
      <InboxPage />,
      {
        [list()]: ok({ messages: [row], open: 2, late: 0, nextCursor: 'c' }),
        [list('open', '&cursor=c')]: ok({ messages: [{ ...row, name: 'Cy' }], nextCursor: null }),
        [list('mine')]: ok({ messages: [{ ...row, name: 'Dot' }], nextCursor: null }),
        ...canned(),
      },
      { at: '/admin/inbox' },
    )
    await page.press('More')
    expect(page.words()).toContain('Cy')
    await page.fill('State', 'mine')
    expect(page.words()).toContain('Dot')
  })

  it('shows a sender’s memberships as soon as someone says that it’s them', async () => {
    const replies: Record<string, ReturnType<typeof ok>> = {
      [list()]: ok({ messages: [row], open: 1, late: 0, nextCursor: null }),
      [call()]: ok(thread({ beside: null })),
      ...canned(),
    }
    const page = await openAdmin(<InboxPage />, replies, { at: '/admin/inbox?thread=m1' })
    replies[call()] = ok(thread())
    await page.press('It’s them, show their orders')
    expect(page.words()).toContain('No membership under this address.')
  })

  it('filters by state and category, and says when nothing matches', async () => {
    const page = await openAdmin(
      <InboxPage />,
      {
        [list()]: ok({ messages: [], open: 0, late: 0, nextCursor: null }),
        [list('mine')]: ok({ messages: [], open: 0, late: 0, nextCursor: null }),
        [list('mine', '&category=order')]: ok({ messages: [], open: 0, late: 0, nextCursor: null }),
        [list('all', '&category=order')]: ok({ messages: [row], open: 0, late: 0, nextCursor: null }),
        [call()]: ok(thread()),
        ...canned(),
      },
      { at: '/admin/inbox' },
    )
    expect(page.words()).toContain('No one’s waiting for an answer.')
    await page.fill('State', 'mine')
    expect(page.words()).toContain('Nothing’s yours right now.')
    await page.fill('Category', 'order')
    expect(page.words()).toContain('No messages match.')
    expect(page.place()).toBe('/admin/inbox?state=mine&category=order')
    // The list stays filtered beside a conversation.
    await page.fill('State', 'all')
    await page.press(/^Bea Lind/)
    expect(page.place()).toBe('/admin/inbox?state=all&category=order&thread=m1')
  })
})
