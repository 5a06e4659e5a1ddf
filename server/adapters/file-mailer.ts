import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Mail, type Mailer, messageIdOf } from '../shop/mailer.ts'

/**
 * Mails as files, for use without a mail server: one JSON, HTML and text file each in `folder`,
 * and what is attached.
 * The name comes from the mail's id, so a mail that is sent again after a crash is still one mail.
 */
export function fileMailer(folder: string, from: string): Mailer {
  return {
    async send(mail) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const name = path.join(folder, fileName(mail))
      writeWhole(`${name}.html`, mail.html)
      writeWhole(`${name}.txt`, mail.text)
      const files = mail.attachments?.map(({ fileName }) => `${path.basename(name)}_${fileName}`)
      for (const [place, { content }] of (mail.attachments ?? []).entries())
        writeWhole(path.join(folder, files![place]!), content)
      // The JSON comes last: whoever sees it finds the other two.
      const messageId = messageIdOf(mail.id, from)
      writeWhole(
        `${name}.json`,
        `${JSON.stringify({ from, messageId, ...mail, attachments: files }, null, 2)}\n`,
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

// At once: to hand thirteen small steps to another thread costs several times what they do.
function writeWhole(file: string, content: string | Uint8Array) {
  const unfinished = `${file}.unfinished`
  writeFileSync(unfinished, content, { mode: 0o600 })
  renameSync(unfinished, file)
}
