import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { pictureFiles, pictures } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { uploadedAddress } from '../../../domain/admin/picture.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { forgetUnusedPictures } from './forget-unused-pictures.ts'
import { inTurn } from './in-turn.ts'
import { makeWidths } from './make-widths.ts'
import { requirePicture } from './picture-kind.ts'

/**
 * Keeps a picture in all widths and formats, in the database. A belt shows it once it names its address.
 * @throws ShopError 'invalid_picture' for a file that is no picture or a bad one; nothing is stored then
 */
export async function uploadPicture(
  shop: Shop,
  { file }: AdminInput<'uploadPicture'>,
  staff: Staff,
): Promise<AdminReply<'uploadPicture'>> {
  requirePicture(file)
  const hash = createHash('sha256').update(file).digest('base64url')
  const now = shop.now()
  const [known] = await shop.db
    .update(pictures)
    .set({ createdAt: now })
    .where(eq(pictures.hash, hash))
    .returning({ width: pictures.width, height: pictures.height })
  if (known) return { picture: { url: uploadedAddress(hash), ...known } }
  const { width, height, files } = await inTurn(() => makeWidths(file))
  await shop.db.transaction(async (tx) => {
    await forgetUnusedPictures(tx, now)
    const [made] = await tx
      .insert(pictures)
      .values({ hash, width, height, createdAt: now })
      .onConflictDoNothing()
      .returning({ hash: pictures.hash })
    if (!made) return
    await tx.insert(pictureFiles).values(files.map((each) => ({ hash, ...each })))
    await audit(tx, staff, now, {
      action: 'picture.upload',
      entity: 'pictures',
      entityId: hash,
      after: { width, height },
    })
  })
  return { picture: { url: uploadedAddress(hash), width, height } }
}
