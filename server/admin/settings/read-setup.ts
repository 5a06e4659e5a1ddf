import { sql } from 'drizzle-orm'
import { countsOf } from '../../../db/database.ts'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { parcelAddressOf } from '../../../domain/parcel.ts'
import { orderAnswer } from '../../../domain/term-words.ts'
import type { Shop } from '../../shop/shop.ts'

/** The setup checklist before the first order, with where to do each step; a step is done once the shop finds it so. */
export async function readSetup(shop: Shop): Promise<AdminReply<'readSetup'>> {
  const { config } = shop
  const found = await countsOf(shop.db, {
    drops: sql`select count(*) from products p where p.is_active and p.image_url is not null
      and exists (select 1 from belt_variants v where v.product_id = p.id and v.stock > 0)`,
    staff: sql`select count(*) from users where is_admin and disabled_at is null`,
    backups: sql`select (select count(*) from settings where key = 'backupPlan')
      + (select count(*) from (select 1 from audit_log where entity = 'shop' and entity_id = 'backup' limit 1) made)`,
  })
  const isNamed = config.shopName !== 'Belt Club' && config.postalAddress.trim() !== ''
  const isAddressed = parcelAddressOf(config.shopName, config.postalAddress) !== null
  return {
    lines: [
      {
        id: 'name',
        label: 'Name and postal address',
        isDone: isNamed,
        advice:
          'They go in every email and on every packing slip. You can’t send a letter without a postal address.',
        link: { label: 'Settings', to: '/admin/settings' },
      },
      {
        id: 'stripe',
        label: 'Taking real payments',
        isDone: config.stripe !== null,
        advice:
          'Right now payments are a demo and no money moves. Open an account at Stripe, then give its secret key to whoever set up your server: it’s the STRIPE_SECRET_KEY, and docs/payments.md has every step.',
        link: { label: 'Health', to: '/admin/health' },
      },
      {
        id: 'mail',
        label: 'Sending real email',
        isDone: config.smtpUrl !== null,
        advice:
          'Right now no email leaves: each one is a file on your server, and you can read it under Emails. Get an account at a mail service, then give its address and password to whoever set up your server (SMTP_URL and MAIL_FROM).',
        link: { label: 'Emails', to: '/admin/mails' },
      },
      {
        id: 'carrier',
        label: 'Buying shipping labels here',
        isDone: config.carrier !== null && isAddressed,
        advice: `Open an account at EasyPost and give its key to whoever set up your server (EASYPOST_API_KEY). Then you’ll buy labels while you pack, and returns get theirs right away. You can also keep using Pirate Ship or ShipStation: then you’ll email each return’s label within ${orderAnswer}, and Today reminds you.`,
        link: isAddressed
          ? { label: 'Exchanges', to: '/admin/exchanges' }
          : { label: 'Settings', to: '/admin/settings' },
      },
      {
        id: 'drop',
        label: 'Your first drop',
        isDone: found.drops > 0,
        advice: 'Add the month’s belts with their pictures, and count the stock.',
        link: { label: 'Drops', to: '/admin/drops' },
      },
      {
        id: 'staff',
        label: 'A second person',
        isDone: found.staff > 1,
        advice:
          'Everyone who helps you gets their own sign-in, so you can see who did what. Working alone? Skip this one.',
        link: { label: 'Staff', to: '/admin/staff' },
      },
      {
        id: 'backup',
        label: 'A nightly backup',
        isDone: found.backups > 0,
        advice:
          'Say once where it should go, and keep its recovery key. The shop makes one every night and checks that it can be restored.',
        link: { label: 'Backups', to: '/admin/backups' },
      },
    ],
  }
}
