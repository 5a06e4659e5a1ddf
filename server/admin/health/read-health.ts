import type { AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { countOpenMessages } from '../inbox/list-messages.ts'
import { boxFacts } from './box-facts.ts'
import { diskFact } from './disk-fact.ts'
import { exchangeFacts } from './exchange-facts.ts'
import { type HealthLine, line } from './health-line.ts'
import { jobFacts } from './job-facts.ts'
import { moneyFacts } from './money-facts.ts'

/** Whether the shop keeps its promises, line by line; each says what mends it (club.md "Health"). */
export async function readHealth(shop: Shop): Promise<AdminReply<'readHealth'>> {
  const lines: HealthLine[] = [
    ...(await moneyFacts(shop)),
    ...(await boxFacts(shop)),
    ...(await exchangeFacts(shop)),
    ...(await jobFacts(shop)),
    await inboxLine(shop),
    await diskFact(shop),
  ]
  const worst = (['bad', 'watch'] as const).find((state) => lines.some((each) => each.state === state))
  return { state: worst ?? 'good', at: shop.now().toISOString(), lines }
}

async function inboxLine(shop: Shop): Promise<HealthLine> {
  const { open, late } = await countOpenMessages(shop)
  return line(
    'messages-late',
    'Messages past their promised answer',
    `${late} of ${open} open`,
    late > 0 && 'watch',
    {
      advice: 'Answer them, oldest first.',
      link: { label: 'Open', to: '/admin/inbox' },
    },
  )
}
