import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { largestMail, type Mail, type Mailer, type MailSource, messageIdOf } from '../shop/mailer.ts'

/**
 * Writes emails as files, for use without a mail server: a JSON, an HTML and a text file each in `folder`, plus
 * attachments. Names come from the email's id, so an email sent again after a crash is still one email.
 */
export function fileMailer(folder: string, from: string): Mailer {
  return {
    async send(mail) {
      if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
      const name = path.join(folder, fileName(mail))
      write(`${name}.html`, mail.html)
      write(`${name}.txt`, mail.text)
      const files = mail.attachments?.map(({ fileName }) => `${path.basename(name)}_${fileName}`)
      for (const [place, { content }] of (mail.attachments ?? []).entries())
        write(path.join(folder, files![place]!), content)
      // Comes last and whole, so that if it exists, the other files do too.
      const messageId = messageIdOf(mail.id, from)
      const unfinished = `${name}.json.unfinished`
      write(unfinished, `${JSON.stringify({ from, messageId, ...mail, attachments: files }, null, 2)}\n`)
      renameSync(unfinished, `${name}.json`)
      return `Written to ${path.basename(name)}.html`
    },
    close() {},
  }
}

function fileName(mail: Mail): string {
  const time = mail.createdAt.toISOString().replaceAll(/[:.]/g, '-')
  return `${time}_${mail.kind}_${mail.id}`
}

// Synchronous: passing a dozen small steps to another thread costs several times what they do.
function write(file: string, content: string | Uint8Array) {
  writeFileSync(file, content, { mode: 0o600 })
}

/** Milliseconds between checks. */
const lookEvery = 5_000
/** Milliseconds a file must be unchanged before it's read: someone may still be writing it. */
const settlesIn = 500

/**
 * Reads inbound email from `.eml` files in `folder`, for use without a mail server: save a file there, and it's in the
 * inbox. Files that were read move to `read/` inside that folder.
 */
export function folderSource(folder: string): MailSource {
  const done = path.join(folder, 'read')
  return {
    folder: 'files',
    lookEvery,
    async read(_since, take) {
      const names = await readdir(folder).catch(() => [])
      for (const name of names.filter((each) => each.toLowerCase().endsWith('.eml')).sort()) {
        const file = path.join(folder, name)
        const { mtime, size } = await stat(file)
        if (Math.abs(Date.now() - mtime.getTime()) < settlesIn) continue
        const digest = await digestOf(file)
        const place = `files/${name}/${digest}`
        await take({ place, size, read: readerOf(file), receivedAt: mtime, after: null })
        await mkdir(done, { recursive: true, mode: 0o700 })
        await rename(file, path.join(done, `${digest.slice(0, 8)}-${name}`))
      }
    },
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file, { end: largestMail })) hash.update(part as Buffer)
  return hash.digest('hex')
}

const readerOf = (file: string) => async (from: number, most: number) => {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(most), 0, most, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
