import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import { applySettings, outsideSecret, readSetting, writeSetting } from '../../settings/settings.ts'
import { kindOf } from '../../shop/outside.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'

const hostOf = (url: string | undefined) => (url ? new URL(url).host : '')

/** Where alarms are told outside the shop, by host name alone. */
export async function readOutside(shop: Shop): Promise<AdminReply<'readOutside'>> {
  const { outside, outsideAsStarted } = shop.config
  return {
    alarmHost: hostOf(outside.alarm?.url),
    kind: outside.alarm?.kind ?? 'json',
    heartbeatHost: hostOf(outside.heartbeat?.url),
    isFixed: { alarm: outsideAsStarted.alarm !== null, heartbeat: outsideAsStarted.heartbeat !== null },
  }
}

/** Sets the addresses for every process. They are stored sealed, because whoever has one can write there. */
export async function writeOutside(
  shop: Shop,
  { alarmUrl, kind, heartbeatUrl }: AdminInput<'writeOutside'>,
  staff: Staff,
): Promise<AdminReply<'writeOutside'>> {
  requireAddress('alarmUrl', alarmUrl)
  requireAddress('heartbeatUrl', heartbeatUrl)
  await shop.db.transaction(async (tx) => {
    // Every process applies the settings anew.
    await catalogChanged(tx)
    const inside = { ...shop, db: tx }
    const before = await readSetting(inside, 'outside')
    const sealed = (url: string | undefined, known: string | undefined) =>
      url === undefined ? (known ?? '') : url.trim() && shop.secrets.seal(url.trim(), outsideSecret)
    const after = {
      alarmUrl: sealed(alarmUrl, before?.alarmUrl),
      kind: alarmUrl?.trim() && kind === 'json' ? kindOf(alarmUrl.trim()) : kind,
      heartbeatUrl: sealed(heartbeatUrl, before?.heartbeatUrl),
    }
    await writeSetting(inside, 'outside', after)
    await audit(tx, staff, shop.now(), {
      ...{ action: 'settings.outside', entity: 'settings', entityId: 'outside' },
      after: { alarm: hostOf(alarmUrl?.trim()), kind: after.kind, heartbeat: hostOf(heartbeatUrl?.trim()) },
    })
  })
  await applySettings(shop)
  return { success: true }
}

function requireAddress(field: string, url: string | undefined) {
  const trimmed = url?.trim()
  if (!trimmed) return
  const parsed = URL.canParse(trimmed) ? new URL(trimmed) : null
  if (parsed?.protocol === 'https:' && !parsed.username) return
  const sentence = 'Write the whole address, beginning with https://.'
  throw new ShopError('invalid_body', sentence, { fields: { [field]: sentence } })
}

/** Calls both addresses now, and says what came of it. */
export async function tryOutside(shop: Shop): Promise<AdminReply<'tryOutside'>> {
  const { alarm, heartbeat } = shop.config.outside
  const message = {
    ...{ shop: shop.config.shopName, title: 'A test', line: 'test', isOver: false },
    text: 'The shop reaches you here when something is wrong.',
  }
  const tries = [
    ...(alarm ? [{ what: 'alarm' as const, of: alarm, call: () => shop.outside.tell(alarm, message) }] : []),
    ...(heartbeat
      ? [{ what: 'heartbeat' as const, of: heartbeat, call: () => shop.outside.beat(heartbeat) }]
      : []),
  ]
  const lines = tries.map(async ({ what, of, call }) => {
    try {
      await call()
      return { what, isFine: true, sentence: `${hostOf(of.url)} took it.` }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return { what, isFine: false, sentence: `${hostOf(of.url)} didn’t take it: ${why}` }
    }
  })
  return { lines: await Promise.all(lines) }
}
