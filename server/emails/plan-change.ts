import { eq } from 'drizzle-orm'
import { planChanges } from '../../db/schema.ts'
import { type CalendarDate, formatDate } from '../../domain/calendar-date.ts'
import { formatCents } from '../../domain/money.ts'
import { readPlan } from '../catalog/read-plans.ts'
import { quoteNextCharge } from '../memberships/next-charge.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import {
  creditRows,
  handedOverSince,
  loadMembershipView,
  membershipReason,
  queuedAt,
  taxRows,
} from './membership-view.ts'
import { renderNotice } from './notice.tsx'

export type PlanChangeView = {
  to: string
  /** the plan from the next charge on */
  planName: string
  chargeOn: CalendarDate
  amountCents: number
  /** the part that store credit pays */
  creditCents: number
  taxCents: number
  taxState: string | null
  /** to someone else since: nothing more is charged to its reader */
  isHandedOver?: boolean
}

/** Writes the plan-changed email. @param subjectId the plan change's id */
export async function planChanged(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const view = await loadChange(shop, 'plan-changed', subjectId)
  return 'droppedBecause' in view ? view : renderPlanChanged(senderOf(shop), view)
}

/** Writes the plan-kept email, after a plan change was undone. @param subjectId the plan change's id */
export async function planKept(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const view = await loadChange(shop, 'plan-kept', subjectId)
  return 'droppedBecause' in view ? view : renderPlanKept(senderOf(shop), view)
}

async function loadChange(
  shop: Shop,
  kind: 'plan-changed' | 'plan-kept',
  id: string,
): Promise<PlanChangeView | Dropped> {
  const [change] = await shop.db.select().from(planChanges).where(eq(planChanges.id, id))
  if (!change) throw new Error(`the change of plan ${id} is gone`)
  const at = await queuedAt(shop, kind, id)
  const view = await loadMembershipView(shop, change.membershipId, at)
  const { membership, to, taxState, isHandedOver } = view
  const charge = await quoteNextCharge(shop, membership)
  if (!charge) return { droppedBecause: `the membership is ${membership.status}` }
  const planId = change.state === 'undone' ? membership.planId : change.toPlanId
  const { name: planName } = await readPlan(shop.db, planId)
  return {
    ...{ to, planName, chargeOn: charge.on, amountCents: charge.amountCents, taxState },
    ...{ creditCents: charge.creditCents, taxCents: charge.taxCents },
    isHandedOver,
  }
}

/** Confirms another plan from the next term on: what, when, how much, and how to undo it. */
export function renderPlanChanged(sender: Sender, view: PlanChangeView): Promise<MailContent> {
  const day = formatDate(view.chargeOn)
  if (view.isHandedOver)
    return renderHandedOver(sender, view, {
      subject: `You changed your plan to ${view.planName}`,
      paragraph: 'We made the change.',
    })
  return renderNotice(sender, {
    to: view.to,
    subject: `Your plan changes to ${view.planName} on ${day}`.replaceAll('\u00a0', ' '),
    title: `From ${day}, your plan is ${view.planName}.`,
    paragraphs: [
      'What you’ve paid for still ships, and nothing is charged today.',
      `You can undo this until ${day} on your membership page.`,
    ],
    rows: rowsOf(view),
    link: { words: 'See your membership', href: `${sender.publicUrl}/account` },
    reason: membershipReason,
  })
}

/** Confirms that a plan change was undone. */
export function renderPlanKept(sender: Sender, view: PlanChangeView): Promise<MailContent> {
  if (view.isHandedOver)
    return renderHandedOver(sender, view, {
      subject: `Your plan stayed ${view.planName}`,
      paragraph: 'We undid the change.',
    })
  return renderNotice(sender, {
    to: view.to,
    subject: `Your plan stays ${view.planName}`,
    title: `Your plan stays ${view.planName}.`,
    paragraphs: [`We’ve undone the change. Your next charge is on ${formatDate(view.chargeOn)}.`],
    rows: rowsOf(view),
    link: { words: 'See your membership', href: `${sender.publicUrl}/account` },
    reason: membershipReason,
  })
}

/** The same for someone who isn't charged for it anymore, without what the new payer will be. */
function renderHandedOver(
  sender: Sender,
  { to }: PlanChangeView,
  { subject, paragraph }: { subject: string; paragraph: string },
): Promise<MailContent> {
  return renderNotice(sender, {
    ...{ to, subject, title: `${subject}.` },
    paragraphs: [`${paragraph} ${handedOverSince}`],
    link: { words: 'See your page', href: `${sender.publicUrl}/account` },
    reason: membershipReason,
  })
}

function rowsOf({ planName, chargeOn, amountCents, creditCents, taxCents, taxState }: PlanChangeView) {
  return [
    ...(creditCents > 0 ? [{ name: `${planName} membership`, amount: formatCents(amountCents) }] : []),
    ...creditRows(creditCents),
    ...taxRows(taxCents, taxState),
    {
      name: `Charged on ${formatDate(chargeOn)}`,
      amount: formatCents(amountCents - creditCents + taxCents),
      isTotal: true,
    },
  ]
}
