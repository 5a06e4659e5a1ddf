import path from 'node:path'
import { DatabaseError } from '../db/database.ts'
import { ShopError } from '../domain/errors.ts'
import {
  type CommandReply,
  type CommandRequest,
  problemOf,
  runCommand,
} from '../server/cli/answer-command.ts'
import { forTerminal } from '../server/cli/command.ts'
import { commands } from '../server/cli/commands.ts'
import { forwardCommand } from '../server/cli/forward-command.ts'
import { parseCommand } from '../server/cli/parse-command.ts'
import { createShop } from '../server/create-shop.ts'
import { type Config, ConfigError, parseConfig } from '../server/shop/config.ts'

// `npm run shop -- <command>`: for the owner, beside a running shop or without one. Exit codes: 0 done, 1 not done,
// 2 the command was given wrongly.
const mostTries = 20
const migrations = path.resolve(import.meta.dirname, '../db/migrations')
const parsed = parseCommand(process.argv.slice(2))
if (parsed.kind === 'help') print(parsed.lines)
else if (parsed.kind === 'wrong') complain(parsed.sentence, 2)
else {
  try {
    const reply = await perform(parseConfig(process.env), parsed.request)
    if ('lines' in reply) print(reply.lines)
    else complain(reply.problem, reply.isWrongUse ? 2 : 1)
  } catch (error) {
    // A reason that a person can mend is one sentence; anything else keeps its stack.
    const isKnown = error instanceof ConfigError || error instanceof DatabaseError
    complain(isKnown ? error.message : error, 1)
  }
}

/**
 * A PostgreSQL server takes many processes; the embedded database only one, so whoever has it does the work. Whoever had
 * it may be gone a moment later, and somebody else have it a moment after that: then it is tried again.
 */
async function perform(config: Config, request: CommandRequest): Promise<CommandReply> {
  const { runAlone } = commands[request.command] ?? {}
  if (runAlone) {
    try {
      return { lines: await runAlone(config, request.args, migrations) }
    } catch (error) {
      if (error instanceof ShopError) return problemOf(error)
      throw error
    }
  }
  if (config.databaseUrl) return runHere(config, request)
  for (let tries = 1; ; tries++) {
    const reply = await forwardCommand(config.dataDir, request)
    if (reply) return reply
    try {
      return await runHere(config, request)
    } catch (error) {
      const isTaken = error instanceof DatabaseError && error.isInUse
      if (!isTaken || tries >= mostTries) throw error
    }
  }
}

async function runHere(config: Config, request: CommandRequest): Promise<CommandReply> {
  const opened = await createShop(config, { migrations })
  try {
    return await runCommand(opened.shop, request)
  } finally {
    await opened.close()
  }
}

function print(lines: string[]) {
  console.log(lines.map(forTerminal).join('\n'))
}

function complain(what: unknown, code: number) {
  console.error(what)
  process.exitCode = code
}
