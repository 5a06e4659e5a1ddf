import { ShopError } from '../../domain/errors.ts'
import type { Command, Followed } from './command.ts'

// Loaded when it's asked for: it lives a year with all of the shop's code, and the other commands run from the sources,
// without the emails' pages.
const demo = () => import('../demo/demo-year.ts')

/** Fills a demo shop with an invented year, or takes it away. */
export const demoYearCommand: Command = {
  summary: 'fills a new demo shop with an invented year: people, drops, letters, exchanges, a dispute',
  options: {
    remove: { value: null, says: 'takes it away again: the shop is what it was before' },
  },
  async run(shop, args) {
    const { ensureFirstAdmin } = await import('../staff/create-admin.ts')
    const { commandLine } = await import('../staff/staff.ts')
    const { removeDemo, startDemo } = await demo()
    if (args.remove === true) {
      await removeDemo(shop)
      return ['The invented year is gone. The shop is what it was before.']
    }
    const { username, newPassword } = await ensureFirstAdmin(shop)
    const known = await startDemo(shop, commandLine)
    return [
      ...(newPassword ? [`Administrator ${username}, password ${newPassword} (shown only now)`] : []),
      ...(known.state === 'busy' ? ['Living twelve invented months. Nothing leaves this machine.'] : []),
    ]
  },
  async follow(shop, args): Promise<Followed> {
    if (args.remove === true) return { lines: [], isDone: true }
    const { demoFilled, demoProblem } = await demo()
    const { readDemo } = await import('../demo/demo-state.ts')
    const { state, percent, step } = await readDemo(shop)
    if (state === 'busy') return { lines: [`${String(percent).padStart(3)}%  ${step}`], isDone: false }
    // This process may be the one that filled it, and close right after.
    await demoFilled(shop)
    if (state === 'absent')
      throw new ShopError('not_possible', demoProblem(shop) ?? 'Whoever filled it was stopped. Try again.')
    return {
      isDone: true,
      lines: [
        `The shop has an invented year. Look around: ${shop.config.publicUrl}/admin/today`,
        `Sign in as a member with ada.invented@example.com: ${shop.config.publicUrl}/account (the link is in the admin, under Emails).`,
        'Take it away again: npm run shop -- demo --remove',
      ],
    }
  },
}
