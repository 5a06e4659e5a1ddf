import { DatabaseError } from '../db/database.ts'
import { ShopError } from '../domain/errors.ts'
import { toPrintable } from './cli/command.ts'
import { commands } from './cli/commands.ts'
import { parseCommand } from './cli/parse-command.ts'
import {
  type CommandReply,
  type CommandRequest,
  forwardCommand,
  problemOf,
  runCommand,
} from './cli/run-command.ts'
import { createShop } from './create-shop.ts'
import { type Config, ConfigError, parseConfig } from './shop/config.ts'

const maxTries = 20

/**
 * A command of the owner, beside a running shop or without one. The process ends with 0 when it is done, 1 when it is not
 * done, 2 when it was given wrongly.
 */
export async function runTerminal(
  words: readonly string[],
  environment: Record<string, string | undefined>,
  migrations: string,
) {
  // What a command writes has everybody's address.
  process.umask(0o077)
  const parsed = parseCommand(words)
  if (parsed.kind === 'help') return print(parsed.lines)
  if (parsed.kind === 'wrong') return complain(parsed.sentence, 2)
  try {
    const reply = await perform(asOwner(parseConfig(environment)), parsed.request, migrations)
    if ('lines' in reply) print(reply.lines)
    else complain(reply.problem, reply.isWrongUse ? 2 : 1)
  } catch (error) {
    // A reason that a person can mend is one sentence; anything else keeps its stack.
    const isKnown = error instanceof ConfigError || error instanceof DatabaseError
    complain(isKnown ? error.message : error, 1)
  }
}

// Imports and restores empty and rename tables, which the user that the shop runs as may not.
function asOwner(config: Config): Config {
  return {
    ...config,
    databaseUrl: config.migrationDatabaseUrl ?? config.databaseUrl,
    migrationDatabaseUrl: null,
  }
}

/**
 * A PostgreSQL server takes many processes; the embedded database only one, so whoever has it does the work. Whoever had
 * it may be gone a moment later, and somebody else have it a moment after that: then it is tried again.
 */
async function perform(config: Config, request: CommandRequest, migrations: string): Promise<CommandReply> {
  const { runAlone } = commands[request.command] ?? {}
  if (runAlone) {
    try {
      return { lines: await runAlone(config, request.args, migrations) }
    } catch (error) {
      if (error instanceof ShopError) return problemOf(error)
      throw error
    }
  }
  if (config.databaseUrl) return runHere(config, request, migrations)
  for (let tries = 1; ; tries++) {
    const reply = await forwardCommand(config.dataDir, request)
    if (reply) return reply
    try {
      return await runHere(config, request, migrations)
    } catch (error) {
      const isTaken = error instanceof DatabaseError && error.isInUse
      if (!isTaken || tries >= maxTries) throw error
    }
  }
}

async function runHere(config: Config, request: CommandRequest, migrations: string): Promise<CommandReply> {
  const opened = await createShop(config, { migrations })
  try {
    return await runCommand(opened.shop, request)
  } finally {
    await opened.close()
  }
}

function print(lines: string[]) {
  console.log(lines.map(toPrintable).join('\n'))
}

function complain(what: unknown, code: number) {
  console.error(what)
  process.exitCode = code
}
