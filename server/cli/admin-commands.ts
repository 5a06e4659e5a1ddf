import { type Role, roles } from '../../domain/admin/fields.ts'
import { ShopError } from '../../domain/errors.ts'
import { createAdmin } from '../staff/create-admin.ts'
import { resetPassword } from '../staff/reset-password.ts'
import { commandLine } from '../staff/staff.ts'
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

export const adminCreate: Command = {
  summary: 'makes another administrator',
  options: {
    username: { value: 'NAME', says: 'the name to sign in with', isRequired: true },
    role: { value: 'owner', says: `${roles.join(', ')}; without: owner` },
    password: { value: 'PASSWORD', says: 'at least 12 characters; without: one is made and shown once' },
  },
  async run(shop, args) {
    const username = textOf(args, 'username')?.trim() ?? ''
    const role = textOf(args, 'role') ?? 'owner'
    if (!isRole(role)) throw new ShopError('invalid_body', `A role is one of ${roles.join(', ')}.`)
    const input = { username, email: null, role, password: textOf(args, 'password') }
    const { newPassword } = await createAdmin(shop, input, commandLine)
    const shown = newPassword
      ? `, password ${newPassword} (shown only now, to be changed at the first sign-in)`
      : ''
    return [`Administrator ${username} as ${role}${shown}`]
  },
}

function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text)
}
