import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { letter, mailsIn } from '../../test/mails-in.ts'
import { join } from '../../test/members.ts'
import { receiveMails } from './receive-mails.ts'

let test: TestShop
let support: SignedIn
let inbox: ReturnType<typeof mailsIn>
beforeAll(async () => {
  test = await createTestShop({ env: { IMAP_PLUS_ADDRESSES: '1', IMAP_AUTHSERV_ID: 'mx.example.net' } })
  support = await signIn(test, 'support')
  inbox = mailsIn(test.clock.now)
  await join(test, [selfItem('monthly')])
  await test.work()
})
afterAll(() => test.close())

const receive = () => receiveMails(test.shop, inbox.source)
const list = async (query = '') => (await support.get(`/api/admin/messages?${query}`)).body.messages
const thread = async (id: string) => (await support.get(`/api/admin/messages/${id}`)).body
/** Receives one email and returns its conversation. */
async function comes(mail: string | Uint8Array, subject: string, state = 'open') {
  inbox.add(mail)
  await receive()
  const row = (await list(`limit=200&state=${state}`)).find(
    (each: { subject: string }) => each.subject === subject,
  )
  return row ? thread(row.id) : null
}
/** The headers for a reply to our last email of a kind. */
function lastMail(kind: string) {
  const mail = test.mails.findLast((each) => each.kind === kind)!
  return { id: `<${mail.id}@example.com>`, address: mail.replyTo!, headers: mail.headers ?? {} }
}
const says = (found: { entries: { text: string }[] }) => found.entries.map(({ text }) => text.trim())

describe('an incoming email', () => {
  it('appears in the inbox with the contact form’s deadline', async () => {
    const found = await comes(letter({ subject: 'Plain', text: 'Hello there.' }), 'Plain')
    expect(found).toMatchObject({
      ...{ name: 'Maya Torres', email: 'maya@example.com', origin: 'mail', aside: null, isLate: false },
      dueAt: '2026-11-22T15:00:00.000Z',
    })
    expect([says(found), await receive().then(inbox.taken)], 'read once').toEqual([['Hello there.'], 1])
    const due = (await support.get('/api/admin/promises')).body.promises
    expect(due.map(({ what }: { what: string }) => what)).toContain('Answer “Plain”')
  })

  it('appears once despite two processes, a kill, two folders and renumbering', async () => {
    inbox.add(letter({ subject: 'Once', id: 'once' }))
    await Promise.all([receive(), receive()])
    // Killed after storing the email but before its position: it is read again.
    await test.shop.db.execute('update mailbox_places set uid = 0')
    await receive()
    inbox.add(letter({ subject: 'Once', id: 'once' }))
    inbox.renumber()
    await receive()
    const all = (await list('state=all')).filter(({ subject }: { subject: string }) => subject === 'Once')
    expect(all).toHaveLength(1)
  })

  it('that replies to ours joins its conversation, reopens it and resets the deadline', async () => {
    const message = {
      name: 'Ben',
      email: 'ben@example.com',
      subject: 'Sizing',
      message: 'Which size do I take?',
    }
    await test.post('/api/contact', { ...message, category: 'sizing', orderNumber: '' })
    const [row] = (await list()).filter(({ subject }: { subject: string }) => subject === 'Sizing')
    await support.post(`/api/admin/messages/${row.id}/replies`, { text: 'A 36.', version: 0 })
    await test.work()
    const { id, headers } = lastMail('contact-answer')
    expect(headers['In-Reply-To']).toBe(lastMail('contact-acknowledgement').id)
    expect(await list('state=done')).toHaveLength(1)
    test.clock.advance(10 * 60_000)
    const re = { from: 'ben@example.com', subject: 'Re: Sizing', headers: [`In-Reply-To: ${id}`] }
    await comes(letter({ ...re, text: 'Thanks!' }), 'Sizing')
    const found = await comes(letter({ ...re, text: 'And in brown?', id: 'brown' }), 'Sizing')
    expect(says(found)).toEqual(['Which size do I take?', 'A 36.', 'Thanks!', 'And in brown?'])
    expect(found).toMatchObject({ verifiedBy: 'reply', doneAt: null, dueAt: '2026-11-22T15:10:00.000Z' })
    // Our email joins their conversation in their email program.
    await support.post(`/api/admin/messages/${row.id}/replies`, { text: 'Yes.', version: found.version })
    await test.work()
    expect(lastMail('contact-answer').headers['In-Reply-To']).toMatch(/^<brown@/)
  })

  it('is matched by its recipient address when nothing else is left', async () => {
    const { address } = lastMail('order-confirmation')
    expect(address).toMatch(/^support\+[0-9a-f]{48}@example\.com$/)
    const mail = letter({ subject: 'Re: Your order', headers: [`Delivered-To: ${address.toUpperCase()}`] })
    const found = await comes(mail, 'Re: Your order')
    expect(found).toMatchObject({
      verifiedBy: 'reply',
      orderNumber: expect.stringMatching(/^BC-/),
      category: 'order',
    })
    expect(found.beside.memberships).toHaveLength(1)
    const forged = address.replace(/\+(..)/, '+00')
    const stranger = await comes(
      letter({ subject: 'Forged', headers: [`Delivered-To: ${forged}`] }),
      'Forged',
    )
    expect(stranger).toMatchObject({ verifiedBy: null, beside: null })
  })

  it('from another address starts its own conversation, and shows nothing of the first', async () => {
    const { id } = lastMail('order-confirmation')
    const mail = letter({ from: 'eve@example.org', subject: 'Re: mine', headers: [`In-Reply-To: ${id}`] })
    expect(await comes(mail, 'Re: mine')).toMatchObject({
      verifiedBy: null,
      beside: null,
      email: 'eve@example.org',
    })
    const answered = lastMail('contact-answer').id
    const second = letter({
      from: 'eve@example.org',
      subject: 'Re: Sizing',
      headers: [`References: <x@y.z> ${answered}`],
    })
    const found = await comes(second, 'Re: Sizing')
    expect(says(found)).toEqual(['It has been two weeks. Where is it?'])
    expect(found.follows).not.toBeNull()
  })
})

describe('a reply to ours', () => {
  it('that comes while our answer is on its way isn’t quoted in it', async () => {
    const { from, id } = await asks('edda')
    await support.post(`/api/admin/messages/${id}/replies`, { text: 'Yes.', version: 0 })
    test.clock.advance(1_000)
    const headers = [`In-Reply-To: ${lastMail('contact-acknowledgement').id}`]
    await comes(letter({ from, subject: 'Re: From edda', text: 'Or in black?', headers }), 'From edda')
    await test.work()
    const { text } = test.mails.findLast(({ kind }) => kind === 'contact-answer')!
    expect(text).toBe('Yes.\n\nYou wrote: From edda\n\nDoes it come in brown?\n')
  })

  async function asks(name: string) {
    const from = `${name}@example.com`
    const message = { name, email: from, subject: `From ${name}`, message: 'Does it come in brown?' }
    await test.post('/api/contact', { ...message, category: 'general', orderNumber: '' })
    await test.work()
    const [row] = await list(`search=${name}`)
    return { from, id: row.id as string }
  }

  it('gets the same short answer as the question before, minutes later', async () => {
    const { from, id } = await asks('cara')
    const answer = (version: number) =>
      support.post(`/api/admin/messages/${id}/replies`, { text: 'Yes.', version })
    test.clock.advance(60_000)
    await answer(0)
    // Its reply was lost, and the page was read again before the second try.
    expect((await answer(1)).status).toBe(200)
    await test.work()
    test.clock.advance(60_000)
    const headers = [`In-Reply-To: ${lastMail('contact-answer').id}`]
    const again = letter({ from, subject: 'Re: From cara', text: 'And in black?', headers })
    const { version } = await comes(again, 'From cara')
    test.clock.advance(60_000)
    expect((await answer(version)).status).toBe(200)
    expect(says(await thread(id))).toEqual(['Does it come in brown?', 'Yes.', 'And in black?', 'Yes.'])
    expect((await thread(id)).doneAt).not.toBeNull()
  })

  it('brings back a conversation that was set aside until later', async () => {
    const { from, id } = await asks('finn')
    const later = new Date(test.clock.now().getTime() + 60 * 60_000).toISOString()
    await support.patch(`/api/admin/messages/${id}`, { snoozedUntil: later })
    const headers = [`In-Reply-To: ${lastMail('contact-acknowledgement').id}`]
    const mail = letter({ from, subject: 'Re: From finn', text: 'Please hurry!', headers })
    expect(says(await comes(mail, 'From finn'))).toEqual(['Does it come in brown?', 'Please hurry!'])
  })

  it('is seen even if its conversation was taken for spam', async () => {
    const { from, id } = await asks('dora')
    await support.patch(`/api/admin/messages/${id}`, { isSpam: true })
    const headers = [`In-Reply-To: ${lastMail('contact-acknowledgement').id}`]
    const found = await comes(letter({ from, subject: 'Re: From dora', headers }), 'Re: From dora')
    expect(found).toMatchObject({ verifiedBy: 'reply', aside: null, doneAt: null })
    await support.post(`/api/admin/messages/${found.id}/replies`, { text: 'Yes.', version: found.version })
    await test.work()
    expect(test.mails.at(-1)!.subject).toBe('Re: From dora')
  })
})

describe('an email’s sender', () => {
  const results = (line: string) => [`Authentication-Results: ${line}`]
  it.each([
    ['our server says so', results('mx.example.net; dmarc=pass header.from=example.com'), 'server'],
    ['nobody says so', [], null],
    ['another server says so', results('mx.evil.example; dmarc=pass header.from=example.com'), null],
    ['it passed for another domain', results('mx.example.net; dmarc=pass header.from=evil.example'), null],
    ['a domain that ends alike signed it', results('mx.example.net; dkim=pass header.d=ample.com'), null],
    ['a comment says so', results('mx.example.net; dmarc=fail (dmarc=pass header.from=example.com;)'), null],
    [
      'a sender wrote a second line',
      [
        ...results('mx.example.net; dmarc=fail header.from=example.com'),
        ...results('mx.example.net; dmarc=pass header.from=example.com'),
      ],
      null,
    ],
    [
      'there are two senders',
      ['From: maya@example.com', ...results('mx.example.net; dmarc=pass header.from=example.com')],
      null,
    ],
  ])('%s', async (what, headers, verifiedBy) => {
    const found = await comes(letter({ subject: what, headers }), what)
    expect(found).toMatchObject({ verifiedBy })
    expect(found.beside === null).toBe(verifiedBy === null)
  })

  it('can be confirmed by staff, which the audit log records', async () => {
    const found = await comes(
      letter({ subject: 'It is me', headers: ['Reply-To: thief@example.org'] }),
      'It is me',
    )
    expect(found).toMatchObject({
      beside: null,
      entries: [{ asksFor: 'thief@example.org', isVerified: false }],
    })
    await support.patch(`/api/admin/messages/${found.id}`, { isThem: true })
    expect((await thread(found.id)).beside.memberships).toHaveLength(1)
    // The answer goes to the address that has the belts.
    await support.post(`/api/admin/messages/${found.id}/replies`, {
      text: 'Here it is.',
      version: found.version,
    })
    await test.work()
    expect(test.mails.at(-1)).toMatchObject({ kind: 'contact-answer', to: 'maya@example.com' })
  })
})

it('a packer reads what was written, without any address of its writer', async () => {
  const headers = ['Reply-To: nora@work.example']
  const found = await comes(letter({ from: 'nora@example.com', subject: 'No name', headers }), 'No name')
  const packer = await signIn(test, 'packer')
  const { body } = await packer.get(`/api/admin/messages/${found.id}`)
  expect(body).toMatchObject({ subject: 'No name', entries: [{ who: 'nora' }] })
  expect(JSON.stringify(body)).not.toContain('@')
})

describe('an automatic email', () => {
  it.each([
    ['automatic', ['Auto-Submitted: auto-replied']],
    ['automatic', ['Precedence: auto_reply']],
    ['automatic', ['Return-Path: <>']],
    [
      'bounce',
      ['Return-Path: <>', 'Content-Type: multipart/report; report-type=delivery-status; boundary=x'],
    ],
    ['list', ['List-Unsubscribe: <https://news.example/out>']],
    ['list', ['Precedence: bulk']],
    ['spam', ['X-Spam-Flag: YES']],
  ])('is set aside as %s: %s', async (aside, headers) => {
    const subject = headers.join(' ')
    const before = test.mails.length
    inbox.add(letter({ subject, headers }))
    await receive()
    await test.work()
    expect(
      (await list('state=aside')).find((each: { subject: string }) => each.subject === subject),
    ).toMatchObject({ aside })
    expect((await list()).map((each: { subject: string }) => each.subject)).not.toContain(subject)
    expect(test.mails).toHaveLength(before)
  })

  it('that says it was written by a person is a question', async () => {
    const mail = letter({ subject: 'By hand', from: 'hand@example.net', headers: ['Auto-Submitted: no'] })
    expect(await comes(mail, 'By hand')).toMatchObject({ aside: null })
  })

  it('of our own that bounces back starts no conversation, nor does one forged in our name', async () => {
    const { id } = lastMail('contact-answer')
    inbox.add(letter({ subject: 'A copy of ours' }).replace(/Message-ID: .*/, `Message-ID: ${id}`))
    inbox.add(letter({ subject: 'In our name', from: 'Belt Club <support@example.com>' }))
    await receive()
    const subjects = (await list('state=all')).map((each: { subject: string }) => each.subject)
    expect(subjects).not.toContain('A copy of ours')
    const aside = await list('state=aside')
    expect(aside.find((each: { subject: string }) => each.subject === 'In our name')).toMatchObject({
      aside: 'own',
    })
  })

  it('that replies to our answer with an absence note reopens nothing', async () => {
    const { id } = lastMail('contact-answer')
    const headers = [`In-Reply-To: ${id}`, 'Auto-Submitted: auto-replied']
    const open = (await support.get('/api/admin/messages')).body.open
    inbox.add(letter({ subject: 'Away', headers }))
    await receive()
    expect((await support.get('/api/admin/messages')).body.open).toBe(open)
  })

  it('from a known spammer is set aside, unless proven genuine', async () => {
    const spam = { from: 'win@prizes.example', text: 'You won.' }
    const found = await comes(letter({ ...spam, subject: 'Prize 1' }), 'Prize 1')
    await support.patch(`/api/admin/messages/${found.id}`, { isSpam: true })
    expect(await comes(letter({ ...spam, subject: 'Prize 2' }), 'Prize 2')).toBeNull()
    const proven = ['Authentication-Results: mx.example.net; dkim=pass header.d=prizes.example']
    expect(await comes(letter({ ...spam, subject: 'Prize 3', headers: proven }), 'Prize 3')).not.toBeNull()
  })

  it('from an endless writer counts as a machine', async () => {
    for (let index = 0; index < 25; index++)
      inbox.add(letter({ from: 'robot@example.org', subject: `Ticket ${index}`, text: `${index}` }))
    await receive()
    const found = await list('state=all&limit=200&search=robot%40')
    expect(found.filter(({ aside }: { aside: string | null }) => aside === 'loop')).toHaveLength(5)
  })
})

describe('hostile emails', () => {
  it('show HTML as text: no script, no picture, and links spelled out', async () => {
    const html =
      '<p>Hi <b>you</b></p><script>alert(1)</script><style>p{}</style><img src=x onerror=alert(2)><a href="https://evil.example/x">our shop</a>'
    const mail = letter({ subject: 'Html', text: html, from: 'h@example.net' }).replace(
      'text/plain',
      'text/html',
    )
    expect(says(await comes(mail, 'Html'))).toEqual(['Hi you\n\nour shop [https://evil.example/x]'])
  })

  it.each([
    [
      'nested a thousand deep',
      `${Array.from({ length: 1_000 }, (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}`).join('\n')}\nContent-Type: text/plain\n\nhi`,
    ],
    ['with a null and half a character', 'Content-Type: text/plain; charset=utf-16le\n\na\u0000\ud800b'],
    ['of no charset that is known', 'Content-Type: text/plain; charset=klingon-8\n\nqapla'],
    ['with a list of Roman 10000', 'Content-Type: text/html\n\n<ol type="i" start="10000"><li>hi</li></ol>'],
    ['of broken base64', 'Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n%%%%'],
    [
      'without an end',
      'Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: image/png; name="a.png"\n\n',
    ],
  ])('an email %s is stored, and the next one comes', async (what, body) => {
    inbox.add(`From: x${what.length}@example.net\nSubject: ${what}\nMIME-Version: 1.0\n${body}`)
    const next = await comes(
      letter({ subject: `after ${what}`, from: `y${what.length}@example.net` }),
      `after ${what}`,
    )
    expect(next).not.toBeNull()
    const subjects = (await list('state=all&limit=200')).map((each: { subject: string }) => each.subject)
    expect(subjects).toContain(what)
  })

  it('made to be slow are read only as far as it takes little time', async () => {
    const tags = `From: t@a.co\nSubject: Tags\nContent-Type: text/html\n\nHi.${'<div>'.repeat(30_000)}Bye.`
    expect(says(await comes(tags, 'Tags'))[0]).toMatch(/^Hi\.[^B]*\(The rest was cut off\.\)$/s)
    const lines = `From: t@a.co\nSubject: Lines\n${'\n'.repeat(600_000)}`
    expect(says(await comes(lines, 'Lines'))[0]).toContain('couldn’t read this email')
  })

  it('an oversized email says so, and its headers are read', async () => {
    inbox.add(
      letter({ subject: 'Huge', from: 'huge@example.net' }).replaceAll('\n', '\r\n'),
      80 * 1024 * 1024,
    )
    await receive()
    const [row] = (await list('search=Huge')) as { id: string }[]
    expect(says(await thread(row!.id))).toEqual([
      'This email is too large to show here. Open it in your mailbox.',
    ])
  })

  it('keep only real pictures and PDFs as downloads, and drop the rest', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64')
    const part = (name: string, content: string) =>
      `--x\nContent-Type: text/html; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${content}\n`
    const mail = `${letter({ subject: 'Damaged', from: 'z@example.net' }).split('\nContent-Type')[0]}\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nLook.\n${part('../photo.png.html', png)}${part('invoice.exe', 'TVqQAAMAAAAEAAAA')}${part('Größe 尺寸.png', png)}--x--`
    const { entries } = await comes(mail, 'Damaged')
    expect(entries[0].attachments).toMatchObject([
      { name: 'Größe 尺寸.png', isKept: true },
      { name: 'invoice.exe', isKept: false },
      { name: 'photo.png.png', isKept: true },
    ])
    const [foreign, program, photo] = entries[0].attachments as { id: string }[]
    const download = ({ id }: { id: string }) => support.request('GET', `/api/admin/attachments/${id}`)
    const file = await download(photo!)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="photo.png.png"',
      'x-content-type-options': 'nosniff',
    })
    // A header holds no other letters.
    expect((await download(foreign!)).headers.get('content-disposition')).toBe(
      'attachment; filename="Gr--e---.png"',
    )
    expect((await download(program!)).status).toBe(404)
  })
})
