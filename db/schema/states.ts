import { type Column, type SQL, sql } from 'drizzle-orm'
import { dropMachine } from '../../domain/admin/drop-state.ts'
import { boxMachine } from '../../domain/box.ts'
import { checkoutMachine } from '../../domain/checkout-status.ts'
import { creditUseMachine } from '../../domain/credit.ts'
import { curationMachine } from '../../domain/curation/curation.ts'
import { exchangeMachine, staysAway } from '../../domain/exchange.ts'
import { approvalMachine } from '../../domain/giving.ts'
import { handoverMachine } from '../../domain/handover.ts'
import { letterMachine, letterReaderMachine, subscriberMachine } from '../../domain/letter.ts'
import type { Machine } from '../../domain/machine.ts'
import { membershipMachine } from '../../domain/membership.ts'
import { orderMachine } from '../../domain/order.ts'
import { labelMachine } from '../../domain/parcel.ts'
import { planChangeMachine, priceRunMachine } from '../../domain/price-change.ts'
import { quizMachine } from '../../domain/quiz-version.ts'
import { refundMachine } from '../../domain/refund.ts'
import { reviewMachine } from '../../domain/review.ts'

/** A machine's states for use in SQL: a misspelled state doesn't compile. */
function inStatements<State extends string>(machine: Machine<State>) {
  /** `('owed', 'held')` as literals, so that the planner can use the partial indexes that name states. */
  const list = (...states: readonly State[]): SQL =>
    sql.raw(`(${states.map((state) => `'${state}'`).join(', ')})`)
  return {
    list,
    /** All of them, for the table's check constraint. */
    all: list(...machine.states),
    /**
     * The new state of a row; the only way to write one. If the machine doesn't allow the transition, the table's check
     * constraint rejects the whole statement and names both states.
     * @param column the column being written, as the statement calls it: `sql\`b.state\``
     */
    to: (state: State, column: SQL | Column): SQL<State> =>
      sql`case when ${column} in ${list(...machine.before(state))} then '${sql.raw(state)}' else ${column} || ' may not become ${sql.raw(state)}' end`,
  }
}

export const boxState = inStatements(boxMachine)
export const membershipStatus = inStatements(membershipMachine)
export const orderStatus = inStatements(orderMachine)
export const checkoutStatus = inStatements(checkoutMachine)
export const refundStatus = inStatements(refundMachine)
export const creditUseState = inStatements(creditUseMachine)
export const exchangeState = inStatements(exchangeMachine)
export const labelState = inStatements(labelMachine)
export const dropState = inStatements(dropMachine)
export const curationState = inStatements(curationMachine)
export const quizState = inStatements(quizMachine)
export const subscriberStatus = inStatements(subscriberMachine)
export const priceRunState = inStatements(priceRunMachine)
export const planChangeState = inStatements(planChangeMachine)
export const handoverState = inStatements(handoverMachine)
export const reviewState = inStatements(reviewMachine)
export const letterState = inStatements(letterMachine)
export const letterReaderState = inStatements(letterReaderMachine)
export const approvalState = inStatements(approvalMachine)

const stayingKinds = sql.raw(`(${staysAway.map((kind) => `'${kind}'`).join(', ')})`)

/** Whether an exchange's belt comes back before anything else happens; `of` is the table's name in the statement. */
export const isSentBack = (of: string): SQL =>
  sql`(${sql.identifier(of)}.kind not in ${stayingKinds} or ${sql.identifier(of)}.remedy = 'repair')`
