import { formatCount } from '../../../domain/count.ts'

/** "1 box", "1,200 boxes". */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : more}`
}
