import { setTimeout } from 'node:timers/promises'
import { askHolder } from '../../db/lock-folder.ts'
import { usualLimits, withPatience } from '../../db/patience.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import { adminCreate, adminResetPassword } from './admin-commands.ts'
import { backUp, exportEverything, importEverything, migrate, restore } from './backup-commands.ts'
import {
  priceAnnounce,
  priceCallOff,
  promotionCreate,
  promotionEnd,
  promotionList,
  seedCatalog,
} from './catalog-commands.ts'
import type { Command, CommandArgs } from './command.ts'
import { demoYearCommand } from './demo-command.ts'
import {
  membershipCancel,
  membershipPause,
  membershipRefund,
  membershipResume,
  membershipShow,
  membershipSkip,
  membershipUndo,
} from './membership-commands.ts'
import { moneyCompare, paymentsStart, paymentsStop, writeBooks } from './money-commands.ts'

/** Every command of `npm run shop -- <command>`. */
export const commands: Readonly<Record<string, Command>> = {
  'promotion:create': promotionCreate,
  'promotion:list': promotionList,
  'promotion:end': promotionEnd,
  'price:announce': priceAnnounce,
  'price:call-off': priceCallOff,
  'payments:stop': paymentsStop,
  'payments:start': paymentsStart,
  'money:compare': moneyCompare,
  'membership:show': membershipShow,
  'membership:cancel': membershipCancel,
  'membership:undo': membershipUndo,
  'membership:skip': membershipSkip,
  'membership:pause': membershipPause,
  'membership:resume': membershipResume,
  'membership:refund': membershipRefund,
  'admin:create': adminCreate,
  'admin:reset-password': adminResetPassword,
  demo: demoYearCommand,
  books: writeBooks,
  export: exportEverything,
  import: importEverything,
  backup: backUp,
  restore,
  migrate,
  seed: seedCatalog,
}

/** `isFollowing`: it was begun, and this asks how far it is */
export type CommandRequest = { command: string; args: CommandArgs; isFollowing?: true }
/**
 * `goesOn`: ask how far it is; `problem`: a sentence for the owner; `isWrongUse`: the usage was wrong and nothing was tried
 */
export type CommandReply = { lines: string[]; goesOn?: boolean } | { problem: string; isWrongUse: boolean }

/** Runs a command, in the running shop or in a process of its own. Errors are returned as part of the reply. */
export async function runCommand(
  shop: Shop,
  { command, args, isFollowing }: CommandRequest,
): Promise<CommandReply> {
  const known = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!known) {
    return { problem: `The shop knows no command ${command}: it may be older than this.`, isWrongUse: true }
  }
  try {
    return await withPatience(usualLimits.longest, async () => {
      if (!isFollowing)
        return { lines: await known.run(shop, args), ...(known.follow ? { goesOn: true } : {}) }
      const { lines, isDone } = (await known.follow?.(shop, args)) ?? { lines: [], isDone: true }
      return { lines, goesOn: !isDone }
    })
  } catch (error) {
    if (error instanceof ShopError) return problemOf(error)
    shop.log.error({ error, command }, 'a command failed')
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    return { problem: `The command failed: ${reason}`, isWrongUse: false }
  }
}

/** The reply for a refused command. */
export function problemOf(error: ShopError): CommandReply {
  return { problem: error.message, isWrongUse: error.code === 'invalid_body' }
}

/** Runs a command received as one line of JSON through the data folder's lock; returns the reply as one line. */
export async function answerCommand(shop: Shop, line: string): Promise<string> {
  return JSON.stringify(await runCommand(shop, JSON.parse(line) as CommandRequest))
}

/** Milliseconds between attempts, and how many: a shop that is starting accepts commands within seconds. */
const [pause, maxTries] = [250, 60]

/**
 * Sends a command to the shop that has the data folder open.
 * @returns its reply, or null if no process has the folder open
 */
export async function forwardCommand(dataDir: string, request: CommandRequest): Promise<CommandReply | null> {
  const line = JSON.stringify(request)
  for (let tries = 0; tries < maxTries; tries++) {
    const answer = await askHolder(dataDir, line)
    if (answer === null) return null
    if (answer !== '') return JSON.parse(answer) as CommandReply
    await setTimeout(pause)
  }
  return {
    problem: `A process uses ${dataDir} and takes no commands: stop the shop, or try again in a minute.`,
    isWrongUse: false,
  }
}
