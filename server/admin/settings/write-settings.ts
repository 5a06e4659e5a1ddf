import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { isCalendarDate } from '../../../domain/calendar-date.ts'
import { isEmail } from '../../../domain/email.ts'
import { ShopError } from '../../../domain/errors.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import { applyDesk } from '../../settings/apply-desk.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { writeSetting } from '../../settings/write-setting.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'

/**
 * Names the shop, its support address and its holidays; every page and mail has them at once, in every process.
 * @throws ShopError 'invalid_body'
 */
export async function writeSettings(
  shop: Shop,
  input: AdminInput<'writeSettings'>,
  staff: Staff,
): Promise<AdminReply<'writeSettings'>> {
  const supportEmail = input.supportEmail.trim()
  if (supportEmail !== '' && !isEmail(supportEmail)) {
    const sentence = 'Write an email address, or leave it empty.'
    throw new ShopError('invalid_body', sentence, { fields: { supportEmail: sentence } })
  }
  const after = {
    shopName: input.shopName.trim().replaceAll(/\s+/g, ' '),
    supportEmail,
    holidays: [...new Set(input.holidays)].filter(isCalendarDate).sort(),
  }
  await shop.db.transaction(async (tx) => {
    const inside = { ...shop, db: tx }
    const before = await readSetting(inside, 'desk')
    await writeSetting(inside, 'desk', after)
    await catalogChanged(tx)
    await audit(tx, staff, shop.now(), {
      action: 'settings.change',
      entity: 'settings',
      entityId: 'desk',
      before,
      after,
    })
  })
  await applyDesk(shop)
  return { success: true }
}
