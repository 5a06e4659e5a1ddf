import { readdirSync, readFileSync } from 'node:fs'

/** Ticks per second in /proc (proc(5), `getconf CLK_TCK`): 100 on every Linux that Node runs on. */
const ticks = 100

/**
 * Seconds of CPU time a process has used, including its threads (proc(5), stat). Other load on the machine affects rates,
 * but hardly this.
 */
export function processorOf(pid: number): number {
  const { own } = usageOf(pid)
  return own
}

/** The same for a process and everything it has started, including children that have ended: for a PostgreSQL server. */
export function processorOfAll(pid: number): number {
  const { own, ended } = usageOf(pid)
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => usageOf(Number(name)))
    .filter(({ parent }) => parent === pid)
  return children.reduce((sum, child) => sum + child.own + child.ended, own + ended)
}

function usageOf(pid: number): { parent: number; own: number; ended: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // A program's name may contain spaces and parentheses.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15)
    return {
      parent: fields[1]!,
      own: (user! + system!) / ticks,
      ended: (endedUser! + endedSystem!) / ticks,
    }
  } catch {
    // It has ended in the meantime.
    return { parent: 0, own: 0, ended: 0 }
  }
}

/** Megabytes a process holds now, and its peak so far. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const inMegabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { now: inMegabytes('VmRSS'), peak: inMegabytes('VmHWM') }
}
