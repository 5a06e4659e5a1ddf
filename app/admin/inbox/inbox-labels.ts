import type { AdminReply } from '../../../domain/admin/contracts.ts'

export type Message = AdminReply<'listMessages'>['messages'][number]
export type Thread = AdminReply<'getMessage'>

/** The inbox's lists. */
export const states = {
  open: 'Open',
  mine: 'Mine',
  snoozed: 'Snoozed',
  done: 'Done',
  aside: 'Set aside',
  all: 'All',
}
export type State = keyof typeof states

/** What an empty list says. */
export const nothing: Record<State, string> = {
  open: 'No one’s waiting for an answer.',
  mine: 'Nothing’s yours right now.',
  snoozed: 'Nothing’s snoozed.',
  done: 'Nothing’s been archived yet.',
  aside: 'No spam and no robots.',
  all: 'No messages yet.',
}

/** Why a conversation is set aside. */
export const asideWords: Record<NonNullable<Message['aside']>, string> = {
  spam: 'Spam',
  automatic: 'Automatic reply',
  bounce: 'Bounced email',
  list: 'Mailing list',
  loop: 'Too many at once',
  own: 'Sent in our name',
}
