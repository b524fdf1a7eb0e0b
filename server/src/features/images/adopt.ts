/** Adds pictures that were uploaded before there was a library. Each is processed once; new uploads need none of this. */
import type { Deps } from '../../http/deps.ts'
import type { PreparedImage } from '../../lib/images/image-messages.ts'
import * as queries from './queries.ts'
import { prepareContent } from './receive-image.ts'

/** Pictures per transaction: their uses are searched in all contents of the application. */
const AT_ONCE = 20

/** Their files stay unchanged: programs cache them for a year. */
export async function moveImagesOfEarlierReleases({ database }: Pick<Deps, 'database'>): Promise<void> {
  const db = database.kysely
  for (;;) {
    const files = await queries.selectFilesToAdopt(db, AT_ONCE)
    const [first] = files
    if (first === undefined) return
    const applicationId = first.application_id
    const found: { file: queries.FileToAdopt; image: PreparedImage }[] = []
    for (const file of files) {
      const image = await prepareContent(applicationId, file.content)
      if (image !== undefined) found.push({ file, image })
    }
    const ids = files.map(file => file.file_id)
    await db.transaction().execute(async tx => {
      const taken = await queries.takeFilesToAdopt(tx, applicationId, ids)
      for (const { file, image } of found.filter(each => taken.has(each.file.file_id))) {
        const { width, height, isAnimated, thumbnail } = image
        const key = { applicationId, imageId: file.file_id }
        const look = { width, height, isAnimated, thumbnail, sizeBytes: file.content.length }
        const row = { ...key, ...look, name: file.name.replace(/\.[^.]*$/, ''), folderId: null, createdBy: null }
        await queries.insertImage(tx, row, file.created_at)
      }
      if (found.length > 0) await queries.recordAllUses(tx, applicationId)
    })
  }
}
