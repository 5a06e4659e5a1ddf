import type { AdminReply } from '../../domain/admin/contracts.ts'
import { formatCount } from '../../domain/count.ts'

export type HealthLine = AdminReply<'readHealth'>['lines'][number]

/**
 * One line of the health page.
 * @param wrong false if all is well, else how serious it is
 */
export function line(
  id: string,
  label: string,
  value: string | number,
  wrong: false | 'watch' | 'bad',
  mend: { advice: string; link?: HealthLine['link'] },
): HealthLine {
  return {
    id,
    label,
    value: typeof value === 'number' ? formatCount(value) : value,
    state: wrong || 'good',
    advice: wrong ? mend.advice : '',
    link: wrong ? (mend.link ?? null) : null,
  }
}
