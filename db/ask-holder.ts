import { existsSync, statSync } from 'node:fs'
import { DatabaseError } from './database.ts'
import { holderSocket, inUse } from './lock-folder.ts'
import { askLine } from './socket-lines.ts'

/**
 * Asks the process that holds a data folder, because no second process can open the folder (lock-folder.ts).
 * @param line one line of text
 * @returns its answer; '' while it isn't ready to answer; null if no living process holds the folder
 * @throws DatabaseError if that process or the folder belongs to another user, or the process ends before it has answered
 */
export async function askHolder(folder: string, line: string): Promise<string | null> {
  if (!existsSync(folder)) return null
  try {
    const socket = holderSocket(folder)
    return socket && (await askLine(socket, line))
  } catch (cause) {
    const mayNot = (cause as NodeJS.ErrnoException).code === 'EACCES'
    throw new DatabaseError(
      mayNot
        ? refusal(folder)
        : `The shop that uses ${folder} ended before it answered: look whether the command was carried out, then give it again.`,
      { cause },
    )
  }
}

function refusal(folder: string): string {
  const { uid } = statSync(folder)
  return uid === process.getuid?.()
    ? inUse(folder)
    : `The data folder ${folder} belongs to another user (number ${uid}): give commands as that user, such as by sudo -u '#${uid}' before them.`
}
