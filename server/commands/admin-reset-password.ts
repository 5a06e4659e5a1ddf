import { commandLine } from '../admin/audit.ts'
import { resetPassword } from '../admin/staff/reset-password.ts'
import { type Command, textOf } from './command.ts'

export const adminResetPassword: Command = {
  summary: 'makes a new password for an administrator and signs them out everywhere',
  options: {
    username: { value: 'NAME', says: 'the name to sign in with', isRequired: true },
    'remove-two-step': { value: null, says: 'also for whoever lost the telephone and the recovery codes' },
  },
  async run(shop, args) {
    const username = textOf(args, 'username')?.trim() ?? ''
    const removeTwoStep = args['remove-two-step'] === true
    const password = await resetPassword(shop, { username, removeTwoStep }, commandLine)
    return [
      `Administrator ${username}, password ${password} (shown only now, to be changed at the next sign-in)`,
    ]
  },
}
