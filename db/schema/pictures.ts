import { sql } from 'drizzle-orm'
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, createdAt } from '../columns.ts'

/** A picture that the owner uploaded, by the hash of its content; in the database, so that every process serves it. */
export const pictures = pgTable('pictures', {
  /** sha256 of the upload, base64url */
  hash: text('hash').primaryKey(),
  /** pixels of the upload as it stands upright */
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  createdAt: createdAt(),
})

/** One width and format of an uploaded picture. */
export const pictureFiles = pgTable(
  'picture_files',
  {
    hash: text('hash')
      .notNull()
      .references(() => pictures.hash, { onDelete: 'cascade' }),
    /** pixels */
    width: integer('width').notNull(),
    format: text('format').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.hash, table.width, table.format] }),
    check('picture_files_format', sql`${table.format} in ('avif', 'webp')`),
  ],
)
