import { dropTitle } from '../drop.ts'

type Line = {
  username: string
  action: string
  entity: string
  entityId: string
  before: unknown
  after: unknown
}

/**
 * The verb phrase of each action, which follows the name of whoever did it; `{it}` is the thing it was done to, if its
 * name is known.
 */
const deeds: Record<string, string> = {
  'audit.export': 'exported the audit log',
  'answer.create': 'wrote the starter answer {it}',
  'answer.delete': 'deleted the starter answer {it}',
  'answer.edit': 'changed the starter answer {it}',
  'belt.create': 'added {it}',
  'belt.delete': 'deleted {it}',
  'belt.receive': 'received pieces of {it}',
  'belt.receive-undo': 'took back a scan of {it}',
  'belt.stock': 'counted the stock of a belt',
  'belt.update': 'changed {it}',
  'books.export': 'exported the books',
  'stray.credit': 'turned money that arrived elsewhere into store credit',
  'stray.order': 'took money that arrived elsewhere as the payment of an order',
  'stray.income': 'booked money that arrived elsewhere as the shop’s own',
  'unmatched.order': 'made the order of a payment that didn’t match its cart',
  'unmatched.nothing': 'decided that a payment that didn’t match its cart makes no order',
  'stray.noted': 'noted what a movement of the provider’s balance was',
  'dashboard.export': 'exported the rows behind a figure',
  'box.ask': 'asked a wearer for a size or an address',
  'box.belt': 'chose the belt of a box',
  'box.checked': 'checked a box against its belt',
  'box.delivered': 'marked a box as delivered',
  'box.not-delivered': 'took back that a box was delivered',
  'box.tracking': 'set a box’s tracking number',
  'consents.export': 'exported what buyers agreed to',
  'demo.fill': 'filled the demo with an invented year',
  'dispute.stage': 'saved evidence for the bank at the payment provider',
  'dispute.submit': 'sent evidence to the bank',
  'drop.create': 'prepared the drop of {it}',
  'drop.curate': 'curated the drop of {it}',
  'drop.current': 'put the drop of {it} on the home page',
  'drop.days': 'changed the days of {it}’s drop',
  'drop.delivered': 'imported deliveries of {it}’s drop',
  'drop.address': 'settled an odd address of {it}’s drop',
  'drop.buy-labels': 'bought labels for {it}’s drop',
  'drop.labels-pdf': 'printed the labels of {it}’s drop',
  'drop.labels': 'exported the labels of {it}’s drop',
  'drop.moved': 'moved {it}’s drop',
  'drop.pack': 'packed {it}’s drop',
  'drop.ship': 'imported tracking numbers of {it}’s drop',
  'drop.unpack': 'took back packed boxes of {it}’s drop',
  'exchange.decide': 'decided a warranty claim',
  'exchange.decline': 'declined a warranty claim',
  'exchange.judge': 'judged what a kept belt is worth',
  'exchange.repaired': 'marked a belt as repaired',
  'exchange.label': 'marked a return label as sent',
  'exchange.note': 'wrote a note about an exchange',
  'exchange.start': 'started an exchange',
  'letter.create': 'started a letter for {it}',
  'letter.update': 'edited the letter {it}',
  'letter.test': 'sent a test of a letter',
  'letter.send': 'sent the letter {it}',
  'letter.schedule': 'scheduled the letter {it}',
  'letter.unschedule': 'unscheduled a letter',
  'letter.stop': 'stopped a letter',
  'letter.continue': 'resumed a letter',
  'letter.end': 'discarded a letter',
  'mail.send-again': 'sent an email again',
  'membership.address': 'changed a member’s address',
  'membership.cancel': 'canceled a membership',
  'membership.comp': 'gave a member belts for free',
  'membership.end-hand-over': 'took back a handover',
  'membership.extend': 'extended a membership',
  'membership.hand-over': 'asked someone to take over a membership',
  'membership.pause': 'paused a membership',
  'membership.plan': 'changed a member’s plan',
  'membership.recipient': 'corrected the email of a gift’s recipient',
  'membership.resume': 'ended a member’s pause',
  'membership.size': 'changed a member’s size',
  'membership.skip': 'skipped a member’s month',
  'membership.styles': 'changed a member’s styles',
  'membership.undo-cancel': 'took back a cancellation',
  'message.answer': 'answered a message',
  'message.note': 'wrote a note on a message',
  'order.give-back': 'refunded part of an order',
  'export.people': 'downloaded personal data',
  'settings.support-email': 'changed the support address',
  'giving.ask': 'asked to give money away',
  'giving.approved': 'agreed to give money away',
  'giving.refused': 'refused to give money away',
  'order.give-credit': 'gave store credit for an order',
  'order.by-hand': 'entered a manual order',
  'order.link-end': 'ended the link of an order',
  'order.mail': 'emailed the buyer of an order',
  'order.note': 'wrote a note about an order',
  'order.payment-decided': 'said what a payment buys',
  'order.replace': 'sent a belt in place of one that went wrong',
  'order.refund': 'refunded boxes of an order',
  'order.status': 'set an order’s status by hand',
  'order.tags': 'changed the tags of an order',
  'order-view.delete': 'deleted the view {it}',
  'order-view.save': 'saved the view {it}',
  'order.tracking': 'set an order’s tracking number',
  'orders.export': 'exported orders',
  'payments.register': 'registered the shop at the payment provider',
  'payments.start': 'started taking payments again',
  'payments.stop': 'stopped taking payments',
  'person.delete': 'deleted a person’s data',
  'person.correct-email': 'asked to correct a person’s email address',
  'person.email-corrected': 'had a person’s email address corrected, which they confirmed',
  'person.join': 'joined two addresses of one person',
  'person.separate': 'separated two addresses',
  'person.export': 'exported a person’s data',
  'person.reachable': 'said that an email address works again',
  'person.sign-in-link': 'sent a person a sign-in link',
  'picture.upload': 'uploaded a picture',
  'review.decline': 'declined a review',
  'review.publish': 'published a review',
  'plan.create': 'added the plan {it}',
  'plan.update': 'changed the plan {it}',
  'price-run.start': 'started a price run',
  'renewal-stop.start': 'stopped renewals, or closed',
  'renewal-stop.hold': 'held a stop of renewals',
  'renewal-stop.continue': 'let a stop of renewals go on',
  'renewal-stop.end': 'ended a stop of renewals early',
  'renewal-stop.proposal': 'changed when a stop of renewals is proposed',
  'price-run.stop': 'stopped a price run',
  'product-type.create': 'added the product type {it}',
  'product-type.delete': 'deleted the product type {it}',
  'product-type.order': 'reordered the product types',
  'product-type.update': 'changed the product type {it}',
  'promotion.create': 'created the promotion code {it}',
  'promotion.end': 'ended the promotion code {it}',
  'quiz.discard': 'discarded the quiz’s draft',
  'quiz.draft': 'started a draft of the quiz',
  'quiz.order': 'reordered the quiz’s questions',
  'quiz.publish': 'published the quiz',
  'quiz.question.create': 'added a quiz question',
  'quiz.question.delete': 'deleted a quiz question',
  'quiz.question.update': 'changed a quiz question',
  'sales-tax.answer': 'answered the sales tax warning for {it}',
  'sales-tax.drop': 'dropped a planned sales tax change for {it}',
  'sales-tax.export': 'exported the sales tax report',
  'sales-tax.off': 'stopped collecting sales tax in {it}',
  'sales-tax.on': 'set the sales tax for {it}',
  'session.start': 'signed in',
  'session.end': 'signed out',
  'session.end-all': 'signed out everywhere',
  'session.confirm': 'confirmed who they are',
  'settings.change': 'changed the shop’s settings',
  'backup.backup': 'asked for a backup',
  'backup.check': 'asked for a check of the newest backup',
  'backup.key': 'made a new recovery key for backups',
  'backup.plan': 'changed when and where backups are made',
  'backup.stop': 'stopped the nightly backups',
  'settings.outside': 'changed where alarms are told outside the shop',
  'settings.two-step-off': 'made the second step optional for owners',
  'settings.two-step-on': 'required a second step for owners',
  'shop.backup': 'made a backup',
  'shop.export': 'exported the whole shop',
  'subscriber.status': 'changed a subscriber’s status',
  'subscribers.export': 'exported the subscribers',
  'subscribers.import': 'imported subscribers',
  'user.create': 'added {it} to the staff',
  'user.disable': 'disabled the sign-in of {it}',
  'user.email': 'changed their email address',
  'user.enable': 'enabled the sign-in of {it} again',
  'user.passkey-add': 'added a passkey',
  'user.passkey-remove': 'removed a passkey',
  'user.passkey-rename': 'renamed a passkey',
  'user.password': 'changed their password',
  'user.password-reset': 'reset the password of {it}',
  'user.recovery-codes': 'made new recovery codes',
  'user.role': 'changed the role of {it}',
  'user.two-step-begun': 'began to set up two-step sign-in',
  'user.two-step-off': 'turned off two-step sign-in',
  'user.two-step-on': 'turned on two-step sign-in',
}

/** The name of an action in the filter: "Changed a member’s size". */
export function actionName(action: string): string {
  const deed = (deeds[action] ?? action.replaceAll(/[.-]/g, ' ')).replace('{it}', '…')
  return deed.charAt(0).toUpperCase() + deed.slice(1)
}

/**
 * A line of the audit log as a sentence: "Ana changed The Juniper". An action missing from `deeds` is spelled out from
 * its key.
 */
export function auditSentence(line: Line): string {
  const deed = deeds[line.action]
  if (!deed) return `${line.username}: ${line.action.replaceAll(/[.-]/g, ' ')}`
  return `${line.username} ${deed.replace('{it}', nameOf(line))}`
}

function nameOf({ entity, entityId, before, after }: Line): string {
  if (entity === 'drops') return /^\d{4}-\d{2}$/.test(entityId) ? dropTitle(entityId) : entityId
  const known = { ...fields(before), ...fields(after) }
  if (entity === 'letters' && typeof known.month === 'string') return dropTitle(known.month)
  const name = known.name ?? known.subject ?? known.username ?? known.title ?? known.code ?? known.email
  if (typeof name === 'string' && name) return name
  const was = fields(before).name
  return typeof was === 'string' && was ? was : (nouns[entity] ?? entityId)
}

const nouns: Record<string, string> = {
  products: 'a belt',
  letters: 'of the month',
  users: 'someone',
  subscription_plans: 'of that name',
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}
