import { ShopError } from '../../../domain/errors.ts'
import { OverBudgetError, type ParserName, runParser } from '../../parsing/run-parser.ts'

/** For the largest table, of 20,000 lines. */
const budget = { cpu: 15, memory: 400, output: 40 }

/**
 * Reads a table in a process of its own (decision 120).
 * @throws ShopError 'invalid_body' if it can't be read, or takes too much
 */
export async function readApart<Read>(name: ParserName, input: unknown): Promise<Read> {
  try {
    return await runParser<Read>(name, input, budget)
  } catch (error) {
    if (!(error instanceof OverBudgetError)) throw error
    throw new ShopError(
      'invalid_body',
      'This file takes too much work to read. Split it and upload the parts. Nothing was changed.',
      { cause: error },
    )
  }
}
