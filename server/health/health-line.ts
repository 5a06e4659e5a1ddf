import type { AdminReply } from '../../domain/admin/contracts.ts'
import { formatCount } from '../../domain/count.ts'

export type HealthLine = AdminReply<'readHealth'>['lines'][number]

/** "12 minutes", "3 hours", "2 days" */
export function lasting(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  const [count, unit] =
    minutes < 120
      ? [minutes, 'minute']
      : minutes < 2_880
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1_440), 'day']
  return `${formatCount(count)} ${unit}${count === 1 ? '' : 's'}`
}

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
