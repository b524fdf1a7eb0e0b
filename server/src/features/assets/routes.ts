import { readAsset, readMailIcon, uploadAsset } from '@notifly/contracts/assets/assets'
import { isUuid } from '@notifly/contracts/fields'
import { attachment } from '../../http/attachment.ts'
import type { Deps } from '../../http/deps.ts'
import { rawRoute, route, type Http } from '../../http/route.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { addImage, prepareContent, readThumbnail } from '../images/images.ts'
import { demandWriter, isPicture, readUpload, storeAsset } from './assets.ts'
import { mailIconNamed } from './mail-icons/mail-icons.ts'
import { selectAsset } from './queries.ts'

/** The content of a URL never changes. */
const FOREVER = 'public, max-age=31536000, immutable'

export function assetRoutes(http: Http, deps: Deps): void {
  const { kysely } = deps.database
  route(http, uploadAsset, async ({ caller, request, query }) => {
    demandWriter(caller)
    const upload = await readUpload(request, query.purpose)
    // What cannot be decoded is kept as it came, and is in no list.
    const image = isPicture(upload) ? await prepareContent(caller.applicationId, upload.content) : undefined
    if (image !== undefined) {
      const { name } = upload
      return { fullpath: (await addImage(deps, caller, { name: stemOf(name), fileName: name, image })).address }
    }
    const fullpath = await storeAsset(deps, caller.applicationId, upload)
    const object = { type: 'file', id: null, name: upload.name }
    const after = { fullpath, bytes: upload.content.length }
    await recordAudit(kysely, { ...byCaller(caller), action: 'file.upload', object, after }, deps.clock.now())
    return { fullpath }
  })

  rawRoute(http, readMailIcon, async ({ params, reply }) => {
    const icon = orNotFound(await mailIconNamed(params.name))
    return reply.headers({ 'Content-Type': 'image/png', 'Cache-Control': FOREVER }).send(icon)
  })

  rawRoute(http, readAsset, async ({ params, query, reply }) => {
    const { application_id: applicationId, file_id: fileId } = params
    const read = async () =>
      (query.size === 'small' ? await readThumbnail(kysely, { applicationId, imageId: fileId }) : undefined) ??
      (await selectAsset(kysely, applicationId, fileId))
    const found = isUuid(applicationId) && isUuid(fileId) ? await read() : undefined
    if (found === undefined) throw new AppError('notFound')
    const isPicture = found.media_type.startsWith('image/')
    if (!isPicture) reply.header('Content-Disposition', attachment(found.name))
    return reply
      .header('Content-Type', found.media_type)
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('Cache-Control', FOREVER)
      .send(found.content)
  })
}

/** A file's name without its extension. */
function stemOf(name: string): string {
  return name.replace(/\.[^.]*$/, '')
}
