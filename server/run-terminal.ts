import { setTimeout } from 'node:timers/promises'
import { DatabaseError } from '../db/database.ts'
import { usualLimits, withPatience } from '../db/patience.ts'
import { ShopError } from '../domain/errors.ts'
import { toPrintable } from './cli/command.ts'
import {
  type CommandReply,
  type CommandRequest,
  commands,
  forwardCommand,
  problemOf,
  runCommand,
} from './cli/commands.ts'
import { parseCommand } from './cli/parse-command.ts'
import { createShop, type Places } from './create-shop.ts'
import { type Config, ConfigError, parseConfig } from './shop/config.ts'

const maxTries = 20
/** Milliseconds between questions how far a long command is. */
const askEvery = 500

/** Runs an owner's command, beside a running shop or without one. Exit code 0: done; 1: not done; 2: wrong usage. */
export async function runTerminal(
  words: readonly string[],
  environment: Record<string, string | undefined>,
  migrations: string,
  databaseTemplate?: string,
) {
  // A command's output files contain everyone's addresses.
  process.umask(0o077)
  const parsed = parseCommand(words)
  if (parsed.kind === 'help') return print(parsed.lines)
  if (parsed.kind === 'wrong') return complain(parsed.sentence, 2)
  try {
    const places = { migrations, ...(databaseTemplate ? { databaseTemplate } : {}) }
    const reply = await perform(asOwner(parseConfig(environment)), parsed.request, places)
    if ('lines' in reply) print(reply.lines)
    else complain(reply.problem, reply.isWrongUse ? 2 : 1)
  } catch (error) {
    // Problems a person can fix are printed as one sentence; anything else with its stack.
    const isKnown = error instanceof ConfigError || error instanceof DatabaseError
    complain(isKnown ? error.message : error, 1)
  }
}

// Imports and restores truncate and move tables, which the shop's own database user may not do.
function asOwner(config: Config): Config {
  return {
    ...config,
    databaseUrl: config.migrationDatabaseUrl ?? config.databaseUrl,
    migrationDatabaseUrl: null,
  }
}

/**
 * With a PostgreSQL server, this process runs the command. The embedded database allows one process, so whichever has it
 * open runs the command. That process may exit, and another may open the database right after: then try again.
 */
async function perform(config: Config, request: CommandRequest, places: Places): Promise<CommandReply> {
  const { runAlone } = commands[request.command] ?? {}
  if (runAlone) {
    try {
      return {
        lines: await withPatience(usualLimits.longest, () =>
          runAlone(config, request.args, places.migrations),
        ),
      }
    } catch (error) {
      if (error instanceof ShopError) return problemOf(error)
      throw error
    }
  }
  if (config.databaseUrl) return runHere(config, request, places)
  for (let tries = 1; ; tries++) {
    const first = await forwardCommand(config.dataDir, request)
    if (first)
      return converse(first, request, async (next) => (await forwardCommand(config.dataDir, next)) ?? stopped)
    try {
      return await runHere(config, request, places)
    } catch (error) {
      const isTaken = error instanceof DatabaseError && error.isInUse
      if (!isTaken || tries >= maxTries) throw error
    }
  }
}

const stopped: CommandReply = {
  problem: 'The shop was stopped. Start it, then try again.',
  isWrongUse: false,
}

/** Asks how far a command is, printing what is new, until it's done. */
async function converse(
  first: CommandReply,
  request: CommandRequest,
  ask: (request: CommandRequest) => Promise<CommandReply>,
): Promise<CommandReply> {
  let reply = first
  let printed = ''
  while ('lines' in reply && reply.goesOn) {
    const text = reply.lines.join('\n')
    if (text !== printed && text !== '') print(reply.lines)
    printed = text
    await setTimeout(askEvery)
    reply = await ask({ ...request, isFollowing: true })
  }
  return reply
}

async function runHere(config: Config, request: CommandRequest, places: Places): Promise<CommandReply> {
  const opened = await createShop(config, places)
  const ask = (next: CommandRequest) => runCommand(opened.shop, next)
  try {
    return await converse(await ask(request), request, ask)
  } finally {
    await opened.close()
  }
}

function print(lines: string[]) {
  if (lines.length === 0) return
  console.log(lines.map(toPrintable).join('\n'))
}

function complain(what: unknown, code: number) {
  console.error(what)
  process.exitCode = code
}
