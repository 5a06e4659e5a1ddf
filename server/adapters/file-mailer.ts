import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Mail, type Mailer, messageIdOf } from '../shop/mailer.ts'

/**
 * Mails as files, for use without a mail server: one JSON, HTML and text file each in `folder`.
 * The name comes from the mail's id, so a mail that is sent again after a crash is still one mail.
 */
export function fileMailer(folder: string, from: string): Mailer {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = path.join(folder, fileName(mail))
      await writeWhole(`${name}.html`, mail.html)
      await writeWhole(`${name}.txt`, mail.text)
      // The JSON comes last: whoever sees it finds the other two.
      await writeWhole(
        `${name}.json`,
        `${JSON.stringify({ from, messageId: messageIdOf(mail.id, from), ...mail }, null, 2)}\n`,
      )
      return `Written to ${path.basename(name)}.html`
    },
    close() {},
  }
}

function fileName(mail: Mail): string {
  const time = mail.createdAt.toISOString().replaceAll(/[:.]/g, '-')
  return `${time}_${mail.kind}_${mail.id}`
}

async function writeWhole(file: string, content: string) {
  const unfinished = `${file}.unfinished`
  await writeFile(unfinished, content, { mode: 0o600 })
  await rename(unfinished, file)
}
