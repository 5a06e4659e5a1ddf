import { plainDoc } from '../../domain/admin/letter-blocks.ts'
import { openedBoxPicture } from '../../domain/opened-box.ts'
import type { MailContent } from '../shop/mailer.ts'
import { type DropNoticeView, renderDropNotice } from './drop-notice.ts'
import { renderGiftProgress } from './gift-mails.ts'
import { beltPictures, boxAlt, type Sender } from './layout.tsx'
import { renderLetter } from './letter.tsx'
import { type PlanChangeView, renderPlanChanged, renderPlanKept } from './plan-change.ts'
import { renderPriceChange, renderPriceKept } from './price-change.ts'
import { type RenewalNoticeView, renderRenewalNotice } from './renewal-notice.ts'
import { renderRenewalsStopped } from './renewals-stopped.ts'
import { renderShipped } from './shipped.ts'
import { renderGiftUnreached } from './unreached.ts'
import { renderYearlySummary } from './yearly-summary.ts'

const to = 'maya@example.com'
const parcel = {
  to,
  orderNumber: 'BC-7K3F-9QMT',
  recipientName: 'Maya Ellison',
  trackingNumber: '1Z999AA10123456784',
}
export const samplePicture = (sender: Sender, name: string) => ({
  ...beltPictures(sender.publicUrl, name),
  alt: `A coiled leather belt, the ${name}`,
})
const sampleBox = (sender: Sender, name: string) => ({
  src: sender.publicUrl + openedBoxPicture(name),
  alt: boxAlt(samplePicture(sender, name).alt),
})
const samplePlanChange: PlanChangeView = {
  ...{ to, planName: '12 Months', chargeOn: '2026-12-21', amountCents: 59_400 },
  ...{ creditCents: 0, taxCents: 0, taxState: null },
}
const renewal: RenewalNoticeView = {
  ...{ to, name: 'Monthly membership', chargeOn: '2026-12-21', drops: ['2027-01'] },
  ...{ amountCents: 6950, creditCents: 0, taxCents: 504, taxState: 'CA' },
}
const unreached = {
  ...{ to, recipientName: 'Thomas Ellison', recipientEmail: 'thomas@exmaple.com', choosesSize: false },
}
const sixDrops = ['2027-06', '2027-07', '2027-08', '2027-09', '2027-10', '2027-11']

/** A drop whose buckles are late. */
const sampleChange: DropNoticeView = {
  to,
  drop: '2026-12',
  kind: 'hold',
  words:
    'The buckles of your December belt are still on their way to us, and we’d rather send it whole.\n\nWe’re sorry for the wait.',
  shipBy: null,
  toDrop: null,
  recipientName: 'Maya Ellison',
  isGift: false,
  isGiver: false,
  moveCharge: false,
}

/** Sample emails about belts on their way and the next charges. */
export const clubSamples: Record<string, (sender: Sender) => Promise<MailContent>> = {
  shipped: (sender) =>
    renderShipped(sender, {
      ...parcel,
      belt: 'The Ashbury',
      picture: sampleBox(sender, 'ashbury'),
      isGift: false,
    }),
  'shipped-by-hand': (sender) =>
    renderShipped(sender, { ...parcel, trackingNumber: 'Courier 7', isGift: false }),
  'shipped-giver': (sender) =>
    renderShipped(sender, { ...parcel, recipientName: 'Thomas Ellison', isGift: false, isGiver: true }),
  'drop-held': (sender) => renderDropNotice(sender, { ...sampleChange, kind: 'hold' }),
  'drop-later': (sender) =>
    renderDropNotice(sender, { ...sampleChange, kind: 'ship-by', shipBy: '2026-12-14' }),
  'drop-month': (sender) =>
    renderDropNotice(sender, { ...sampleChange, kind: 'month', toDrop: '2027-01', moveCharge: true }),
  'drop-later-giver': (sender) =>
    renderDropNotice(sender, {
      ...{ ...sampleChange, kind: 'ship-by', shipBy: '2026-12-14' },
      ...{ recipientName: 'Thomas Ellison', isGift: true, isGiver: true },
    }),
  'gift-progress': (sender) =>
    renderGiftProgress(sender, {
      ...{ to, recipientName: 'Thomas Ellison', belt: 'The Ashbury' },
      ...{ sent: 4, belts: 12, lastDrop: '2027-11' },
    }),
  'gift-progress-last': (sender) =>
    renderGiftProgress(sender, {
      ...{ to, recipientName: 'Thomas Ellison', sent: 6, belts: 6, lastDrop: '2027-05' },
    }),
  'gift-unreached': (sender) => renderGiftUnreached(sender, unreached),
  'gift-unreached-size': (sender) => renderGiftUnreached(sender, { ...unreached, choosesSize: true }),
  'renewal-notice-monthly': (sender) => renderRenewalNotice(sender, renewal),
  'renewal-notice-credit': (sender) =>
    renderRenewalNotice(sender, { ...renewal, creditCents: 1500, taxCents: 395 }),
  'renewal-notice-6-months': (sender) =>
    renderRenewalNotice(sender, {
      ...{ ...renewal, name: '6 Months membership', chargeOn: '2027-05-21', drops: sixDrops },
      ...{ amountCents: 35_700, taxCents: null },
    }),
  'renewals-stopped': (sender) =>
    renderRenewalsStopped(sender, {
      ...{ to: 'maya@example.com', name: 'Monthly membership', chargeOn: '2027-03-21' },
      reason: 'We’ve run out of belts in your size, and new ones come in March.',
    }),
  'price-change': (sender) =>
    renderPriceChange(sender, {
      to,
      name: '6 Months membership',
      nowCents: 35_700,
      thenCents: 36_900,
      chargeOn: '2027-05-21',
    }),
  'plan-changed': (sender) => renderPlanChanged(sender, samplePlanChange),
  'plan-kept': (sender) =>
    renderPlanKept(sender, { ...samplePlanChange, planName: 'Monthly', amountCents: 6950 }),
  'plan-changed-handed-over': (sender) =>
    renderPlanChanged(sender, { ...samplePlanChange, isHandedOver: true }),
  'plan-kept-handed-over': (sender) =>
    renderPlanKept(sender, { ...samplePlanChange, planName: 'Monthly', isHandedOver: true }),
  'price-kept': (sender) =>
    renderPriceKept(sender, {
      to,
      name: '6 Months membership',
      nowCents: 35_700,
    }),
  'yearly-summary': (sender) =>
    renderYearlySummary(sender, {
      to,
      year: 2026,
      memberships: [
        {
          name: 'Monthly membership',
          belts: 9,
          paidCents: 62_550,
          renews: true,
          renewal: { on: '2027-01-21', amountCents: 6950 },
        },
        { name: 'gift for Thomas Ellison', belts: 2, paidCents: 59_400, renews: false, renewal: null },
      ],
      pictures: ['ashbury', 'ridgeway', 'mariner', 'whitlock'].map((name) => samplePicture(sender, name)),
    }),
}

/** A letter with every kind of block, for `npm run mails` and the golden tests. */
export async function sampleLetter(sender: Sender): Promise<MailContent> {
  const letter = renderLetter(sender, {
    slug: 'december-2026',
    subject: 'December’s belts are here',
    preview: 'Two belts, from The Ashbury to The Marlowe.',
    unsubscribe: `${sender.publicUrl}/newsletter/unsubscribe/c2FtcGxlLXRva2VuLW9mLXRoZS13YXktb3V0`,
    blocks: [
      { id: '1', type: 'heading', text: 'December’s belts are here' },
      {
        id: '2',
        type: 'text',
        doc: {
          type: 'doc',
          content: [
            {
              type: 'paragraph',
              content: [
                { type: 'text', text: 'Two belts this month, ' },
                { type: 'text', text: 'both from one tannery', marks: [{ type: 'bold' }] },
                { type: 'text', text: '. Here’s ' },
                {
                  ...{ type: 'text', text: 'the whole drop' },
                  marks: [{ type: 'link', attrs: { href: '/drops/2026-12' } }],
                },
                { type: 'text', text: '.' },
              ],
            },
            {
              type: 'bulletList',
              content: ['Oiled twice', 'Stitched by hand'].map((words) => ({
                type: 'listItem',
                content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
              })),
            },
          ],
        },
      },
      {
        ...{ id: '3', type: 'belt', beltId: 'ashbury', slug: 'the-ashbury', name: 'The Ashbury' },
        words: 'Bridle leather in chestnut, with a plain brass buckle.',
        ...{ imageUrl: '/pictures/ashbury-840.webp', imageAlt: 'A coiled chestnut belt' },
      },
      {
        id: '4',
        type: 'picture',
        src: '/pictures/ashbury-840.webp',
        alt: 'The bench where it’s cut',
        href: '',
      },
      { id: '5', type: 'heading', text: 'What members say' },
      { id: '6', type: 'scores', rows: [{ word: 'Fits right', fact: '94% of 120 answers' }] },
      { id: '7', type: 'text', doc: plainDoc('See you in January.') },
      { id: '8', type: 'button', words: 'See December’s belts', href: '/drops/2026-12' },
    ],
  })
  return { to: 'maya@example.com', ...letter }
}
