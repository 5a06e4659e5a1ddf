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
import { createShop } from './create-shop.ts'
import { type Config, ConfigError, parseConfig } from './shop/config.ts'

const maxTries = 20

/** Runs an owner's command, beside a running shop or without one. Exit code 0: done; 1: not done; 2: wrong usage. */
export async function runTerminal(
  words: readonly string[],
  environment: Record<string, string | undefined>,
  migrations: string,
) {
  // A command's output files contain everyone's addresses.
  process.umask(0o077)
  const parsed = parseCommand(words)
  if (parsed.kind === 'help') return print(parsed.lines)
  if (parsed.kind === 'wrong') return complain(parsed.sentence, 2)
  try {
    const reply = await perform(asOwner(parseConfig(environment)), parsed.request, migrations)
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
async function perform(config: Config, request: CommandRequest, migrations: string): Promise<CommandReply> {
  const { runAlone } = commands[request.command] ?? {}
  if (runAlone) {
    try {
      return {
        lines: await withPatience(usualLimits.longest, () => runAlone(config, request.args, migrations)),
      }
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
