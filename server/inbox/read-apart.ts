import { type Budget, OverBudgetError, type OverBudgetReason, runParser } from '../parsing/run-parser.ts'
import type { RawMail } from '../shop/mailer.ts'
import { headOf, piecesOf } from './mail-pieces.ts'
import type { ReadMail } from './read-mail.ts'

/** Five times what the longest takes: what its reader keeps of an email doesn't grow with it (shorten-mail.ts). */
const budgetOf = (bytes: number): Budget => ({ cpu: 2 + bytes / 20e6, memory: 82, output: 6 })

const words: Record<OverBudgetReason, string> = {
  time: 'it takes too long',
  memory: 'it takes too much memory',
  output: 'it has too much in it',
  crash: 'it can’t be taken apart',
}

/**
 * Reads an email in a process of its own, with a budget (decision 120). One that takes more keeps its headers, if those can be
 * read, and says that it couldn't be read.
 */
export async function readApart(raw: RawMail): Promise<{ mail: ReadMail; reason: OverBudgetReason | null }> {
  const { size } = raw
  const read = (isHeadOnly: boolean, pieces: AsyncIterable<Uint8Array>) =>
    runParser<ReadMail>('mail', { size, isHeadOnly }, budgetOf(size), pieces)
  let reason: OverBudgetReason
  try {
    return { mail: await read(false, piecesOf(raw)), reason: null }
  } catch (error) {
    if (!(error instanceof OverBudgetError)) throw error
    reason = error.reason
  }
  const told = (mail: ReadMail) => ({
    mail: { ...mail, text: `We couldn’t read this email: ${words[reason]}. Open it in your mailbox.` },
    reason,
  })
  try {
    return told(await read(true, headOf(raw)))
  } catch (error) {
    if (!(error instanceof OverBudgetError)) throw error
    return told(await read(true, none()))
  }
}

async function* none() {}
