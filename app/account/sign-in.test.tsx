import { describe, expect, it, vi } from 'vitest'
import { act } from '../../test/act.ts'
import { hearing, openAccount, own } from '../../test/open-account.tsx'
import { no, ok } from '../../test/open-admin.tsx'

const nobodyIsSignedIn = () => vi.stubGlobal('fetch', async () => new Response('{}', { status: 401 }))

describe('sign-in', () => {
  it('requires a valid address and shows the server’s error on the field', async () => {
    const replies = {
      '/api/account': no({}, 401),
      '/api/account/link': no({ fields: { email: 'Not this one.' } }),
    }
    const { page, sent } = await openAccount([], replies)
    await page.fill('Email', 'maya')
    await page.press('Email me a link')
    expect(page.words()).toContain('Please enter a valid email address.')
    expect(page.focused()).toBe(page.field('Email'))
    expect(sent('/api/account/link')).toEqual([])
    await page.fill('Email', 'maya@example.com')
    await page.press('Email me a link')
    expect(page.words()).toContain('Not this one.')
    const good = await openAccount([], { ...replies, '/api/account/link': ok({}) })
    await good.page.fill('Email', 'maya@exmaple.com')
    await good.page.press('Email me a link')
    expect(good.page.focused().textContent).toBe('Check your email')
    await good.page.press('Use another address')
    expect(good.page.focused()).toBe(good.page.field('Email'))
    expect(good.page.focused().value).toBe('maya@exmaple.com')
  })

  it('opens from an emailed link, drops the token from the address, and explains an expired link', async () => {
    const token = 'a'.repeat(43)
    const { page, sent } = await openAccount(
      [own],
      { '/api/account/session': ok({}) },
      `/account?x=1#${token}`,
    )
    expect(sent('/api/account/session'), 'a mail scanner doesn’t use it up').toEqual([])
    await page.press('Open my membership page')
    expect(sent('/api/account/session')).toEqual([{ token }])
    expect(window.history.replaceState).toHaveBeenCalledWith(null, '', '/account?x=1')
    expect(page.words()).toContain('Your December belt')
    const signedOut = { '/api/account': no({}, 401), '/api/account/session': no({}, 404) }
    const old = await openAccount([own], signedOut, `/account#${token}`)
    await old.page.press('Open my membership page')
    expect(old.page.words()).toContain('This link has stopped working')
    await old.page.fill('Email', 'maya@example.com')
    expect(old.page.button('Email me a link').disabled).toBe(false)
    const lost = await openAccount([own], { '/api/account/session': no({}, 503) }, `/account#${token}`)
    await lost.page.press('Open my membership page')
    expect(lost.page.words()).toContain('We couldn’t reach the shop. Your link may still work.')
    await lost.page.press('Try again')
    expect(lost.sent('/api/account/session'), 'the link is not lost with the answer').toEqual([
      { token },
      { token },
    ])
  })
})

it('a sign-in link opens right away in the browser that asked for it', async () => {
  const replies = { '/api/account': no({}, 401), '/api/account/link': ok({}), '/api/account/session': ok({}) }
  const { page, sent } = await openAccount([], replies)
  await page.fill('Email', 'maya@example.com')
  await page.press('Email me a link')
  const token = 'a'.repeat(43)
  await act(async () => {
    window.location.hash = token
    window.dispatchEvent(new Event('hashchange'))
  })
  expect(sent('/api/account/session')).toEqual([{ token }])
})

describe('a sign-in link opened a second time', () => {
  const used = { '/api/account/session': no({}, 404), '/api/account/sign-out': ok({}) }
  const at = `/account#${'a'.repeat(43)}`

  it('shows the membership to whoever it signed in on this device, and says why', async () => {
    let page!: Awaited<ReturnType<typeof openAccount>>['page']
    const toasts = await hearing(async () => {
      page = (await openAccount([own], used, at)).page
      await page.press('Open my membership page')
    })
    expect(page.words()).toContain('Your December belt')
    expect(page.words()).not.toContain('This link has stopped working')
    expect(toasts).toMatchObject([{ description: 'You’re still signed in as maya@example.com.' }])
  })

  it('isn’t mentioned anymore after signing out', async () => {
    const { page } = await openAccount([own], used, at)
    await page.press('Open my membership page')
    nobodyIsSignedIn()
    await page.press('Sign out')
    expect(page.words()).toContain('Enter your email')
    expect(page.words()).not.toContain('This link has stopped working')
  })
})
