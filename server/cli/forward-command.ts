import { setTimeout } from 'node:timers/promises'
import { askHolder } from '../../db/ask-holder.ts'
import type { CommandReply, CommandRequest } from './answer-command.ts'

/** Milliseconds between tries, and how many: a shop that is just opening takes commands within seconds. */
const [pause, maxTries] = [250, 60]

/**
 * Sends a command to the shop that has the data folder open.
 * @returns its reply, or null when no process has the folder
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
