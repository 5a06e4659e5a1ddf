import { expect, it } from 'vitest'
import { returnMailLink } from './returns-page.tsx'

it('opens an email to support that asks for order number, reason and details', () => {
  const link = new URL(returnMailLink('support@example.com'))
  expect(link.pathname).toBe('support@example.com')
  expect(link.searchParams.get('subject')).toBe('Return or Exchange Request')
  expect(link.searchParams.get('body')).toMatch(/Order number:.*Reason.*Details/s)
  expect(link.href).not.toContain('+')
})
