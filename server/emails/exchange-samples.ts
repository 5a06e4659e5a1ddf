import type { ExchangeView } from '../exchanges/exchange-view.ts'
import type { MailContent } from '../shop/mailer.ts'
import { type BoxTroubleView, renderBoxTrouble } from './box-trouble.ts'
import { type Choice, type DelayNoticeView, renderDelayNotice } from './delay-notice.ts'
import { renderExchangeChanged, renderExchangeMail } from './exchange-mails.ts'
import { renderExchangeRequested, renderReturnLabel } from './exchange-requested.ts'
import { renderBoxGone, renderLateForWearer } from './handed-over-belts.ts'
import type { Sender } from './layout.tsx'
import { renderExchangeLink } from './sign-in-link.ts'

const view: ExchangeView = {
  to: 'maya@example.com',
  recipientName: 'Maya Ellison',
  orderNumber: 'BC-7K3F-9QMT',
  number: 'R-7F3A9C21',
  kind: 'size',
  remedy: 'replacement',
  belt: 'The Ashbury, size 36',
  wanted: 'The Ashbury, size 38',
  comesBack: true,
  sendBy: '2027-01-08',
  trackingNumber: '1Z999AA10123456784',
  label: { hasCode: true },
  answer: '',
  isGift: false,
}
const broke: ExchangeView = {
  ...view,
  ...{ kind: 'damaged', remedy: 'repair', wanted: '', comesBack: true },
}
const late = (sender: Sender): DelayNoticeView & { choice: Choice } => ({
  ...{ to: view.to, belt: 'Your December belt', reason: 'stock', wasDay: '2026-12-05', newDay: '2027-01-04' },
  choice: {
    link: `${sender.publicUrl}/mail/delay/Zm9sbG93LXRoZS1iZWx0LXRvLXRoZS1idWNrbGU`,
    ...{ silence: 'wait', refundAfter: null },
  },
  ...{ isGiver: false, isFormer: false },
})
const trouble: Omit<BoxTroubleView, 'trouble'> = {
  ...{ to: view.to, belt: 'Derby Row', recipientName: 'Maya Ellison', orderNumber: 'BC-7K3F-9QMT' },
  ...{ trackingNumber: '1Z999AA10123456784', isGift: false, isGiver: false },
}
const gift = { ...view, to: 'thomas@example.com', recipientName: 'Thomas Ellison', isGift: true }

/** Sample emails about exchanges and returns. */
export const exchangeSamples: Record<string, (sender: Sender) => Promise<MailContent>> = {
  'exchange-requested': (sender) => renderExchangeRequested(sender, view),
  'exchange-requested-refund': (sender) =>
    renderExchangeRequested(sender, { ...view, kind: 'return', remedy: 'refund', wanted: '' }),
  'warranty-claimed': (sender) => renderExchangeMail(sender, 'warranty-claimed', broke),
  'warranty-repair': (sender) => renderExchangeRequested(sender, broke),
  'warranty-received': (sender) => renderExchangeMail(sender, 'return-received', broke),
  'warranty-repaired': (sender) => renderExchangeMail(sender, 'replacement-shipped', broke),
  'warranty-offered': (sender) =>
    renderExchangeMail(sender, 'warranty-offered', {
      ...broke,
      recipientName: 'Thomas Ellison',
      remedy: 'refund',
    }),
  'warranty-declined': (sender) =>
    renderExchangeMail(sender, 'warranty-declined', {
      ...broke,
      answer:
        'From your photo, the strap was cut with a knife. The warranty covers what wears out or breaks by itself.',
    }),
  'exchange-requested-unlabelled': (sender) => renderExchangeRequested(sender, { ...view, label: null }),
  'exchange-requested-lost': (sender) =>
    renderExchangeRequested(sender, {
      ...view,
      kind: 'lost',
      remedy: 'refund',
      wanted: '',
      comesBack: false,
    }),
  'box-problem': (sender) => renderBoxTrouble(sender, { ...trouble, trouble: 'problem' }),
  'box-returned': (sender) => renderBoxTrouble(sender, { ...trouble, trouble: 'returned' }),
  'box-lost-giver': (sender) =>
    renderBoxTrouble(sender, { ...trouble, trouble: 'lost', recipientName: 'Thomas Ellison', isGiver: true }),
  'delay-first': (sender) => renderDelayNotice(sender, late(sender)),
  'delay-again-giver': (sender) =>
    renderDelayNotice(sender, {
      ...late(sender),
      ...{ belt: 'The December belt of your gift to Thomas', reason: 'late', isGiver: true },
      choice: { ...late(sender).choice, silence: 'refund', refundAfter: '2027-01-04' },
    }),
  'delay-on-us': (sender) => renderDelayNotice(sender, { ...late(sender), choice: null }),
  'delay-former': (sender) =>
    renderDelayNotice(sender, { ...late(sender), belt: 'The December belt you paid for', isFormer: true }),
  'delay-wearer': (sender) =>
    renderLateForWearer(sender, {
      ...{
        to: 'june@example.com',
        drop: '2026-12',
        reason: 'stock',
        wasDay: '2026-12-05',
        newDay: '2027-01-04',
      },
    }),
  'box-gone': (sender) => renderBoxGone(sender, { to: 'june@example.com', drop: '2026-12' }),
  'exchange-changed-refund': (sender) =>
    renderExchangeChanged(sender, { ...view, remedy: 'refund', wanted: '' }, 'received'),
  'return-received-refund': (sender) =>
    renderExchangeMail(sender, 'return-received', { ...view, kind: 'return', remedy: 'refund', wanted: '' }),
}

/** Those that a gift's recipient can get: none may name a price (gift-mails.test.ts). */
export const recipientExchangeSamples: Record<string, (sender: Sender) => Promise<MailContent>> = {
  'exchange-link': (sender) =>
    renderExchangeLink(sender, {
      to: gift.to,
      orderNumber: view.orderNumber,
      link: `${sender.publicUrl}/account?exchange=${view.orderNumber}#Zm9sbG93LXRoZS1iZWx0LXRvLXRoZS1idWNrbGU`,
    }),
  'exchange-requested-damaged': (sender) =>
    renderExchangeRequested(sender, { ...gift, kind: 'damaged', wanted: view.belt, comesBack: false }),
  'exchange-requested-credit': (sender) =>
    renderExchangeRequested(sender, { ...gift, kind: 'return', remedy: 'credit', wanted: '' }),
  'exchange-requested-gift': (sender) =>
    renderExchangeRequested(sender, { ...gift, kind: 'style', wanted: 'Derby Row, size 36' }),
  'exchange-changed': (sender) =>
    renderExchangeChanged(sender, { ...gift, wanted: 'Derby Row, size 38' }, 'requested'),
  'exchange-changed-gift-refund': (sender) =>
    renderExchangeChanged(sender, { ...gift, remedy: 'refund', wanted: '' }, 'received'),
  'exchange-changed-credit': (sender) =>
    renderExchangeChanged(sender, { ...gift, remedy: 'credit', wanted: '' }, 'received'),
  'return-label': (sender) => renderReturnLabel(sender, { ...gift, label: { hasCode: false } }),
  'exchange-requested-lost-gift': (sender) =>
    renderExchangeRequested(sender, { ...gift, kind: 'lost', wanted: view.belt, comesBack: false }),
  'box-lost': (sender) =>
    renderBoxTrouble(sender, { ...trouble, trouble: 'lost', to: gift.to, isGift: true }),
  'warranty-settled': (sender) =>
    renderExchangeMail(sender, 'warranty-settled', { ...gift, kind: 'damaged', remedy: 'refund' }),
  'return-received': (sender) => renderExchangeMail(sender, 'return-received', gift),
  'replacement-shipped': (sender) => renderExchangeMail(sender, 'replacement-shipped', gift),
  'return-credited': (sender) =>
    renderExchangeMail(sender, 'return-credited', { ...gift, kind: 'return', remedy: 'credit' }),
  'exchange-expired': (sender) => renderExchangeMail(sender, 'exchange-expired', gift),
  'return-refused': (sender) => renderExchangeMail(sender, 'return-refused', gift),
}
