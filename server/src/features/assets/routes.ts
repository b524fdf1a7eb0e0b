import { LEVEL } from '@notifly/contracts/roles/activities'
import { ASSET_ACTIVITIES, readAsset, uploadAsset } from '@notifly/contracts/assets/assets'
import { isUuid } from '@notifly/contracts/fields'
import { attachment } from '../../http/attachment.ts'
import type { Caller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { rawRoute, route, type Http } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { readUpload, storeAsset } from './assets.ts'
import { selectAsset } from './queries.ts'

export function assetRoutes(http: Http, deps: Deps): void {
  const { kysely } = deps.database
  route(http, uploadAsset, async ({ caller, request, query }) => {
    demandWriter(caller)
    const upload = await readUpload(request, query.purpose)
    const fullpath = await storeAsset(deps, caller.applicationId, upload)
    const object = { type: 'file', id: null, name: upload.name }
    const after = { fullpath, bytes: upload.content.length }
    await recordAudit(kysely, { ...byCaller(caller), action: 'file.upload', object, after }, deps.clock.now())
    return { fullpath }
  })

  rawRoute(http, readAsset, async ({ params, reply }) => {
    const { application_id: applicationId, file_id: fileId } = params
    const found = isUuid(applicationId) && isUuid(fileId) ? await selectAsset(kysely, applicationId, fileId) : undefined
    if (found === undefined) throw new AppError('notFound')
    const isPicture = found.media_type.startsWith('image/')
    if (!isPicture) reply.header('Content-Disposition', attachment(found.name))
    return (
      reply
        .header('Content-Type', found.media_type)
        .header('Content-Security-Policy', "default-src 'none'; sandbox")
        // An address is never given to another content.
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .send(found.content)
    )
  })
}

/** Members who may write anything that shows a picture. */
function demandWriter({ levels }: Caller): void {
  const may = ASSET_ACTIVITIES.some(activity => (levels.get(activity)?.level ?? LEVEL.none) >= LEVEL.create)
  if (!may) throw new AppError('forbidden', { data: { activity: ASSET_ACTIVITIES[0], level: LEVEL.create } })
}
