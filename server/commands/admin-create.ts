import { type Role, roles } from '../../domain/admin/roles.ts'
import { ShopError } from '../../domain/errors.ts'
import { commandLine } from '../admin/audit.ts'
import { createAdmin } from '../admin/create-admin.ts'
import { type Command, textOf } from './command.ts'

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
