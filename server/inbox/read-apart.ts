import { type Budget, OverBudgetError, type OverBudgetReason, runParser } from '../parsing/run-parser.ts'
import type { RawMail } from '../shop/mailer.ts'
import type { ReadMail } from './read-mail.ts'

/** For an email without attachments: five times what the longest takes. Attachments are copied a few times. */
const budgetOf = (bytes: number): Budget => {
  const megabytes = bytes / (1024 * 1024)
  return { cpu: 2 + megabytes / 5, memory: 88 + 6 * megabytes, output: 5 + 2 * megabytes }
}

const words: Record<OverBudgetReason, string> = {
  time: 'it takes too long',
  memory: 'it takes too much memory',
  output: 'it has too much in it',
  crash: 'it can’t be taken apart',
}

/** As much of the start as headers take. */
const start = 256 * 1024

/**
 * Reads an email in a process of its own, with a budget (decision 120). One that takes more keeps its headers, if those can be
 * read, and says that it couldn't be read.
 */
export async function readApart({
  raw,
  size,
}: Pick<RawMail, 'raw' | 'size'>): Promise<{ mail: ReadMail; reason: OverBudgetReason | null }> {
  let reason: OverBudgetReason
  try {
    return { mail: await runParser('mail', { raw, size }, budgetOf(raw.length)), reason: null }
  } catch (error) {
    if (!(error instanceof OverBudgetError)) throw error
    reason = error.reason
  }
  const told = (mail: ReadMail) => ({
    mail: { ...mail, text: `We couldn’t read this email: ${words[reason]}. Open it in your mailbox.` },
    reason,
  })
  try {
    const head = { raw: raw.subarray(0, start), size, isHeadOnly: true }
    return told(await runParser('mail', head, budgetOf(start)))
  } catch (error) {
    if (!(error instanceof OverBudgetError)) throw error
    const headless = { raw: new Uint8Array(), size, isHeadOnly: true }
    return told(await runParser('mail', headless, budgetOf(0)))
  }
}
