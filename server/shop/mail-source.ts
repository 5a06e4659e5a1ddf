/** How far a folder was read: the highest number, which counts under its validity alone (RFC 3501 §2.3.1.1). */
export type FolderPlace = { validity: string; uid: number }

/** A mail as it came in. */
export type RawMail = {
  /** where it lies, unlike every other */
  place: string
  /** its bytes; of one that is larger than `largestMail`, its headers alone */
  raw: Uint8Array
  /** bytes of the whole mail */
  size: number
  /** when our mail server had it */
  receivedAt: Date
  /** how far the folder is read with this one; null: its source keeps that itself */
  after: FolderPlace | null
}

/** The way in for mails: a folder at a mail server, or files in the demo. */
export type MailSource = {
  /** what the place is kept under */
  folder: string
  /** milliseconds between two looks */
  lookEvery: number
  /**
   * Gives every mail that came after a place to `take`, one after the other, oldest first; of a folder that was never read,
   * those of the last days.
   * @throws when the server can't be reached or says no, and what `take` throws: the mail comes again at the next look
   */
  read(since: FolderPlace | null, take: (mail: RawMail) => Promise<void>): Promise<void>
}

/** Bytes of a mail that is read whole: what large mail providers let through. */
export const largestMail = 30 * 1024 * 1024
