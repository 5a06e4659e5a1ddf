import { expect, it } from 'vitest'
import { auditSentence } from './audit-sentence.ts'

const line = { username: 'Ana', entity: 'products', entityId: '5d3c8a52', before: null, after: null }

it.each([
  [{ action: 'belt.create', after: { name: 'The Juniper' } }, 'Ana added The Juniper'],
  [{ action: 'belt.update', before: { buckle: 'brass' }, after: { buckle: 'steel' } }, 'Ana changed a belt'],
  [
    {
      ...{ action: 'plan.update', entity: 'subscription_plans' },
      ...{ before: { name: '6 Months' }, after: { name: 'Half a Year' } },
    },
    'Ana changed the plan Half a Year',
  ],
  [{ action: 'drop.pack', entity: 'drops', entityId: '2026-12' }, 'Ana packed December 2026’s drop'],
  [{ action: 'payments.stop', entity: 'settings' }, 'Ana stopped taking payments'],
  [{ action: 'dispute.submit', entity: 'disputes' }, 'Ana sent evidence to the bank'],
  [{ action: 'price-run.start', entity: 'price_runs' }, 'Ana started a price run'],
  [{ action: 'settings.two-step-on', entity: 'settings' }, 'Ana required a second step for owners'],
  [{ action: 'settings.two-step-off', entity: 'settings' }, 'Ana made the second step optional for owners'],
  [
    { action: 'user.disable', entity: 'users', after: { username: 'Pat' } },
    'Ana disabled the sign-in of Pat',
  ],
  [
    { action: 'user.enable', entity: 'users', after: { username: 'Pat' } },
    'Ana enabled the sign-in of Pat again',
  ],
  // An action added later that has no sentence yet.
  [{ action: 'carrier.label-void' }, 'Ana: carrier label void'],
  [{ action: 'membership.extend', entity: 'memberships' }, 'Ana extended a membership'],
])('reads %j as a sentence', (more, sentence) => {
  expect(auditSentence({ ...line, ...more })).toBe(sentence)
})
