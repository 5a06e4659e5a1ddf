import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { AdminContractName } from '../domain/admin/contracts.ts'

// Whatever staff give, money or goods, is charged to their day, and stands beside the record of who gets it (decision 142).

const root = path.join(import.meta.dirname, '..')
const text = (file: string) => readFileSync(path.join(root, file), 'utf8')
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server', 'app'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
const filesWith = (pattern: RegExp, among: string[]) => among.filter((file) => pattern.test(text(file)))

/** Calls that give something, each with the function behind it and whether it's the caller's own gift or owed. */
const gives: Partial<Record<AdminContractName, 'charged' | 'owed'>> = {
  giveBack: 'charged',
  giveCredit: 'charged',
  decidePayment: 'charged',
  createManualOrder: 'charged',
  actForMember: 'charged',
  startExchange: 'charged',
  decideClaim: 'charged',
  judgeKept: 'charged',
  refundReturn: 'charged',
  creditReturn: 'charged',
  // Belts that won't ship, what was promised before, and a box that was paid for.
  refundOrderBoxes: 'owed',
  shipReplacement: 'owed',
  changeRemedy: 'owed',
  retryRefund: 'owed',
  shipBox: 'owed',
}

it('money and goods are written in few places', () => {
  const writing = /insert\((?:storeCredit|refunds|boxes|membershipPayments)\)/
  expect(filesWith(writing, files).sort()).toEqual([
    'server/account/privacy/delete-my-data.ts',
    'server/admin/people/act-for-member.ts',
    'server/billing/refunds.ts',
    // A charge that the shop didn’t make, as its payer’s credit.
    'server/billing/settle-strays.ts',
    'server/credit/renewal-credit.ts',
    'server/credit/store-credit.ts',
    'server/exchanges/add-replacement.ts',
    'server/exchanges/returns.ts',
    'server/memberships/apply-invoice.ts',
    'server/memberships/extend-membership.ts',
  ])
})

it('no call of the admin gives anything that isn’t charged', () => {
  const giving =
    /\b(?:insertBoxes|addReplacement|reserveRefund|giveCredit|refundOrder|extendMembership|requestExchange|decideClaim|refundReturn|creditReturn|judgeKept|decidePayment|placeManualOrder|createPromotion)\b\(?/
  const admin = files.filter((file) => file.startsWith('server/admin/'))
  const uncharged = filesWith(giving, admin).filter(
    (file) =>
      !/\b(?:giveAway|charge(?:Start|Decision|Return))\(|, charge(?:Decision|Return)\)/.test(
        text(file).replaceAll(/\s+/g, ' '),
      ),
  )
  expect(uncharged).toEqual([])
  // The one place that counts it.
  expect(filesWith(/insert\(givenAway\)/, files)).toEqual(['server/staff/give-away.ts'])
})

it('every button that gives stands beside the record of who gets it', () => {
  const browser = files.filter((file) => file.startsWith('app/admin/'))
  for (const call of Object.keys(gives)) {
    const buttons = filesWith(
      new RegExp(`use(?:Exchange)?Change\\(\\s*'${call}'|useSaveOver\\('${call}'`),
      browser,
    )
    expect(buttons.length, call).toBeGreaterThan(0)
    for (const file of buttons) expect(standsBesideRecord(file, browser), `${call} in ${file}`).toBe(true)
  }
})

/** Whether a file shows the record itself, or only files that show it use it. */
function standsBesideRecord(file: string, browser: string[]): boolean {
  if (/<(?:RecordOf|TrackRecordLine)\b/.test(text(file))) return true
  const users = browser.filter((other) => text(other).includes(`/${path.basename(file)}'`))
  return users.length > 0 && users.every((other) => standsBesideRecord(other, browser))
}
