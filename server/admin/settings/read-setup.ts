import { sql } from 'drizzle-orm'
import { countsOf } from '../../../db/rows.ts'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { parcelAddressOf } from '../../../domain/parcel.ts'
import type { Shop } from '../../shop/shop.ts'

/** What an owner does before the first order, each with where it is done; it ticks itself once the shop finds it done. */
export async function readSetup(shop: Shop): Promise<AdminReply<'readSetup'>> {
  const { config } = shop
  const found = await countsOf(shop.db, {
    drops: sql`select count(*) from products p where p.is_active and p.image_url is not null
      and exists (select 1 from belt_variants v where v.product_id = p.id and v.stock > 0)`,
    staff: sql`select count(*) from users where is_admin and disabled_at is null`,
    backups: sql`select count(*) from (select 1 from audit_log where entity = 'shop' and entity_id = 'backup' limit 1) made`,
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
          'They stand in every email and on the packing slips. Set the name under Settings, and start the shop with POSTAL_ADDRESS.',
        link: { label: 'Settings', to: '/admin/settings' },
      },
      {
        id: 'stripe',
        label: 'Stripe',
        isDone: config.stripe !== null,
        advice:
          'Until then payments are a demo and no money moves. Start the shop with STRIPE_SECRET_KEY; docs/payments.md has the ten steps.',
        link: { label: 'Health', to: '/admin/health' },
      },
      {
        id: 'mail',
        label: 'A mail server',
        isDone: config.smtpUrl !== null,
        advice: 'Until then emails are files on the server. Start the shop with SMTP_URL and MAIL_FROM.',
        link: { label: 'Emails', to: '/admin/mails' },
      },
      {
        id: 'carrier',
        label: 'A carrier, and your postal address',
        isDone: config.carrier !== null && isAddressed,
        advice:
          'Then labels are bought here, and returns get theirs right away. Start the shop with EASYPOST_API_KEY and POSTAL_ADDRESS as “street, city, ST 12345”. Until then you mail each return’s label within 12 hours.',
        link: { label: 'Today', to: '/admin/today' },
      },
      {
        id: 'drop',
        label: 'The first drop',
        isDone: found.drops > 0,
        advice: 'Add its belts with their pictures, and count the stock.',
        link: { label: 'Drops', to: '/admin/drops' },
      },
      {
        id: 'staff',
        label: 'Someone besides you',
        isDone: found.staff > 1,
        advice: 'Each person signs in as themselves, so you can see who did what.',
        link: { label: 'Staff', to: '/admin/staff' },
      },
      {
        id: 'backup',
        label: 'A backup',
        isDone: found.backups > 0,
        advice: 'Run npm run shop -- backup every night; docs/keeping.md says how.',
        link: { label: 'Health', to: '/admin/health' },
      },
    ],
  }
}
