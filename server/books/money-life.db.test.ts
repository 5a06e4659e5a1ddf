import { expect, it } from 'vitest'
import { beginMoneyLife, liveWithMoney } from '../../test/money/life.ts'
import { runSeed, sized } from '../../test/random.ts'

/** Three years in the soak; MONEY_DAYS makes any other number. */
const days = Number(process.env.MONEY_DAYS ?? sized(14, 1095))

it('the books equal the provider’s movements every day of a shop’s life, closed months stay, and no charge is wrong', async () => {
  const life = await beginMoneyLife(runSeed())
  try {
    await liveWithMoney(life, { days, members: sized(4, 14) })
    expect(life.test.stripe.disputes().length).toBeGreaterThan(0)
  } finally {
    await life.test.close()
  }
}, 3_600_000)
