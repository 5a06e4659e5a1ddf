import { createAdmin } from '../admin/create-admin.ts'
import { type Command, textOf } from './command.ts'

export const adminCreate: Command = {
  summary: 'makes another administrator',
  options: {
    username: { value: 'NAME', says: 'the name to sign in with', isRequired: true },
    password: { value: 'PASSWORD', says: 'at least 8 characters; without: one is made and shown once' },
  },
  async run(shop, args) {
    const username = textOf(args, 'username')?.trim() ?? ''
    const { newPassword } = await createAdmin(shop, { username, password: textOf(args, 'password') })
    const shown = newPassword ? `, password ${newPassword} (shown only now: write it down)` : ''
    return [`Administrator ${username}${shown}`]
  },
}
