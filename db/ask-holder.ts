import { existsSync } from 'node:fs'
import { DatabaseError } from './database.ts'
import { holderSocket } from './lock-folder.ts'
import { askLine } from './socket-lines.ts'

/**
 * Asks the process that holds a data folder, because no second process can open the folder (lock-folder.ts).
 * @param line one line of text
 * @returns its answer; '' while it isn't ready to answer; null if no living process holds the folder
 * @throws DatabaseError if that process belongs to another user, or ends before it has answered
 */
export async function askHolder(folder: string, line: string): Promise<string | null> {
  if (!existsSync(folder)) return null
  const socket = holderSocket(folder)
  if (!socket) return null
  try {
    return await askLine(socket, line)
  } catch (cause) {
    const mayNot = (cause as NodeJS.ErrnoException).code === 'EACCES'
    throw new DatabaseError(
      mayNot
        ? `The shop that uses ${folder} takes no commands from this user: run the command as the user who started it.`
        : `The shop that uses ${folder} ended before it answered: look whether the command was carried out, then give it again.`,
      { cause },
    )
  }
}
