import type { Mail, Mailer } from '../server/shop/mailer.ts'

/** A mailer that keeps what it is given, and can be made to refuse. */
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
