import { DatabaseError } from '../db/database.ts'
import { PortError, type RunningShop } from './open-shop.ts'
import { printStart } from './print-start.ts'
import { type Config, parseConfig } from './shop/config.ts'
import { ConfigError } from './shop/config-error.ts'

/**
 * Opens a shop as this process: prints where it is, stops when it is asked to, and ends with one sentence where a person
 * can mend what is wrong.
 * @param environment the settings, as the process got them
 */
export async function runProcess(
  environment: Record<string, string | undefined>,
  open: (config: Config) => Promise<RunningShop>,
) {
  // What the database makes in the data folder is nobody else's either.
  process.umask(0o077)
  // Asked to stop from the first moment on, also while it is still opening: then it opens, closes and ends.
  let isClosing = false
  const opening = Promise.resolve().then(() => open(parseConfig(environment)))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (isClosing) return
      isClosing = true
      // Whatever hangs, the process ends: a supervisor would kill it anyway, later and harder.
      setTimeout(() => process.exit(1), 9_500).unref()
      await opening.then((running) => running.close()).catch(() => {})
      process.exit(0)
    })
  }
  try {
    const running = await opening
    if (!isClosing) printStart(running, parseConfig(environment))
  } catch (error) {
    // A reason that a person can mend is one sentence; anything else keeps its stack.
    const isKnown =
      error instanceof ConfigError || error instanceof DatabaseError || error instanceof PortError
    console.error(isKnown ? `\n${error.message}\n` : error)
    process.exit(1)
  }
}
