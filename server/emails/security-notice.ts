import { eq, sql } from 'drizzle-orm'
import { auditLog, users } from '../../db/schema.ts'
import { formatMoment } from '../../domain/calendar-date.ts'
import { formatCents } from '../../domain/money.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { renderNotice } from './notice.tsx'
import { queuedMail, readerIsGone } from './queued-mail.ts'

/** What happened, ready to show. */
type SecurityNoticeView = {
  to: string
  action: string
  /** who did it, and to whom, by username */
  by: string
  about: string
  before: Facts
  after: Facts
  /** in the shop's time zone */
  at: string
  /** the IP address as text; null: on the server itself */
  address: string | null
}

type Facts = {
  export?: string
  isAtNight?: boolean
  supportEmail?: string
  place?: string
  amountCents?: number
  role?: string
  isNewDevice?: boolean
  device?: string
  removeTwoStep?: boolean
  name?: string
}

const exportNames: Record<string, string> = {
  exportOrders: 'the orders',
  exportConsents: 'the consents',
  exportAudit: 'the audit log',
  exportPerson: 'all about one person',
  exportSubscribers: 'the newsletter’s readers',
  exportFigureRows: 'the members behind a figure',
  downloadBackup: 'a backup, which is encrypted',
}

/** What isn't about who can sign in has words of its own around its sentence. */
const others: Record<string, [subject: string, title: string]> = {
  'export.people': ['Personal data was downloaded at', 'Personal data was downloaded.'],
  'settings.support-email': ['The support address was changed at', 'Mail to the shop goes elsewhere now.'],
  'backup.key': ['A recovery key was made at', 'Backups have a new recovery key.'],
  'backup.plan': ['Backups were changed at', 'Backups go on differently.'],
  'backup.stop': ['Backups were stopped at', 'No one backs the shop up anymore.'],
  'giving.ask': ['Someone asks to give money away at', 'An owner has to agree.'],
}

const own = (by: string, about: string) => (by === about ? 'their own' : `${about}’s`)

/** A sentence for every change that is reported. */
const sentences: Record<string, (view: SecurityNoticeView) => string> = {
  'session.start': ({ about, after }) =>
    `${about} signed in from a new device: ${after.device ?? 'an unknown one'}.`,
  'user.create': ({ by, about, after }) => `${by} gave ${about} access to the admin, as ${after.role}.`,
  'user.role': ({ by, about, before, after }) =>
    `${by} changed the role of ${about} from ${before.role} to ${after.role}.`,
  'user.disable': ({ by, about }) => `${by} disabled the sign-in of ${about}.`,
  'user.enable': ({ by, about }) => `${by} enabled the sign-in of ${about} again.`,
  'user.password': ({ about }) => `${about} changed their own password.`,
  'user.password-reset': ({ by, about, after }) =>
    `${by} made a new password for ${about}${after.removeTwoStep ? ', and turned their second step off' : ''}.`,
  'user.email': ({ by, about }) => `${by} changed ${own(by, about)} email address.`,
  'user.two-step-on': ({ about }) => `${about} turned two-step sign-in on.`,
  'user.two-step-off': ({ about }) => `${about} turned two-step sign-in off.`,
  'user.recovery-codes': ({ about }) => `${about} made new recovery codes.`,
  'user.passkey-add': ({ about, after }) => `${about} added the passkey “${after.name}”.`,
  'user.passkey-remove': ({ about, before }) => `${about} removed the passkey “${before.name}”.`,
  'export.people': ({ by, after }) =>
    `${by} downloaded personal data${after.isAtNight ? ' at night' : ''}: ${exportNames[after.export ?? ''] ?? after.export}.`,
  'settings.support-email': ({ by, before, after }) =>
    `${by} changed where mail to the shop goes, from ${before.supportEmail || 'the address of the server’s settings'} to ${after.supportEmail || 'the address of the server’s settings'}.`,
  'backup.key': ({ by }) =>
    `${by} made a new recovery key for the shop’s backups. Keep the one before: older backups need it.`,
  'backup.plan': ({ by, after }) =>
    `${by} changed when and where backups are made: they go to ${after.place}.`,
  'backup.stop': ({ by }) => `${by} stopped the nightly backups.`,
  'giving.ask': ({ by, after }) =>
    `${by} asked to give away ${formatCents(after.amountCents ?? 0)}, which is over their day or over what was paid. Agree or refuse under Today.`,
  'settings.two-step-on': ({ by }) => `${by} made a second step mandatory for owners.`,
  'settings.two-step-off': ({ by }) => `${by} made the second step optional for owners.`,
}

/** Tells owners about changes to who can sign in, and staff about sign-ins from a new device. */
export function renderSecurityNotice(sender: Sender, view: SecurityNoticeView): Promise<MailContent> {
  const isDevice = view.action === 'session.start'
  const other = others[view.action]
  return renderNotice(sender, {
    to: view.to,
    subject: other
      ? `${other[0]} ${sender.shopName}`
      : isDevice
        ? `A new sign-in at ${sender.shopName}`
        : `A sign-in was changed at ${sender.shopName}`,
    title: other ? other[1] : isDevice ? 'Was this you?' : 'Who can sign in has changed.',
    paragraphs: [
      sentences[view.action]!(view),
      `${view.at}, ${view.address ? `from ${view.address}` : 'on the shop’s own machine'}.`,
      isDevice
        ? 'If it wasn’t you, sign out everywhere, change your password, and tell an owner of the shop.'
        : 'If nobody meant to, sign everyone out under Staff, make new passwords, and check the audit log.',
    ],
    link: { words: 'Open the admin', href: `${sender.publicUrl}/admin` },
    reason: 'You’re getting this email because something changed about who can sign in to the shop’s admin.',
    isGift: true,
    isToShop: true,
  })
}

/** The email about one line of the audit log, to one reader. */
export async function securityNotice(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const mail = await queuedMail(shop, 'security-notice', subjectId)
  if (!mail) return readerIsGone
  const { line, to, address } = mail
  const [written] = await shop.db.select().from(auditLog).where(eq(auditLog.id, line))
  const { action, username, at, entity, entityId, before, after } = written!
  const [about] =
    entity === 'users' ? await shop.db.select().from(users).where(sql`${users.id} = ${entityId}::uuid`) : []
  return renderSecurityNotice(senderOf(shop), {
    // Uses the address from startup, not the one set in the admin: anyone who gets into the admin could change that one.
    to: to ?? shop.config.startedAs.supportEmail,
    action,
    by: username,
    about: about?.username ?? '',
    before: (before ?? {}) as Facts,
    after: (after ?? {}) as Facts,
    at: formatMoment(at, shop.config.timeZone),
    address,
  })
}
