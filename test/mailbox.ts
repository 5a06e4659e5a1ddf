import type { Mail, Mailer } from '../server/shop/mailer.ts'

/** A mailer that stores what it's given, and can be told to refuse. */
export type Mailbox = Mailer & { mails: Mail[]; refuse(error: Error | null): void }

export function mailbox(): Mailbox {
  const mails: Mail[] = []
  let refusal: Error | null = null
  return {
    mails,
    refuse: (error) => {
      refusal = error
    },
    async send(mail) {
      if (refusal) throw refusal
      mails.push(mail)
      return `250 kept ${mail.id}`
    },
    close() {},
  }
}
