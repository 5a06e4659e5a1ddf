import { createInterface } from 'node:readline'
import type { RestoreAnswer, RestoreTask } from './backup/restore-apart.ts'
import { restoreOnce } from './backup/restore-once.ts'

// A process that restores one backup into a database of its own (server/backup/restore-apart.ts), and forgets it again. Its
// task is the first line of its input; when that ends, whoever asked is gone.

for await (const line of createInterface({ input: process.stdin })) {
  process.stdin.on('end', () => process.exit(1))
  // Deliberately not awaited: the loop has to go on to notice the end.
  void restoreOnce(JSON.parse(line) as RestoreTask, moving()).then(say)
}
process.exit(1)

/** Says that it goes on, once a second. */
function moving() {
  let last = 0
  return () => {
    if (performance.now() - last < 1_000) return
    last = performance.now()
    process.stdout.write('.\n')
  }
}

function say(answer: RestoreAnswer) {
  process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit(0))
}
