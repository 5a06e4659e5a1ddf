/** How far a folder was read: the highest UID, valid only with its UIDVALIDITY (RFC 3501 §2.3.1.1). */
export type FolderPlace = { validity: string; uid: number }

/** An incoming email. */
export type RawMail = {
  /** unique name of where it is stored */
  place: string
  /** its bytes; if it is larger than `largestMail`, only its headers */
  raw: Uint8Array
  /** bytes of the whole email */
  size: number
  /** when our mail server received it */
  receivedAt: Date
  /** how far the folder is read after this email; null: the source keeps track itself */
  after: FolderPlace | null
}

/** The port for incoming emails: a folder on a mail server, or files in the demo. */
export type MailSource = {
  /** key under which the place is stored */
  folder: string
  /** milliseconds between checks */
  lookEvery: number
  /**
   * Passes each email after a place to `take`, one at a time, oldest first; for a folder never read before, those of the
   * last days.
   * @throws if the server can't be reached or refuses, and whatever `take` throws: the email comes again at the next check
   */
  read(since: FolderPlace | null, take: (mail: RawMail) => Promise<void>): Promise<void>
}

/** Largest email read whole, in bytes: as much as large mail providers accept. */
export const largestMail = 30 * 1024 * 1024
