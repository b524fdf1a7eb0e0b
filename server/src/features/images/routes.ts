import * as api from '@notifly/contracts/images/images'
import { LEVEL } from '@notifly/contracts/roles/activities'
import type { Deps } from '../../http/deps.ts'
import { type Http, pagedRoute, route } from '../../http/route.ts'
import { demandWriter } from '../assets/assets.ts'
import { createFolder, deleteFolder, listFolders, renameFolder } from './folders.ts'
import { addImage, deleteImage, fileNameOf, listImages, listUses, moveImages, updateImage } from './images.ts'
import { receiveImage } from './receive-image.ts'

export function imageRoutes(http: Http, deps: Deps): void {
  pagedRoute(http, api.listImages, ({ caller, query: { search, folder_uuid, page, per_page } }) => {
    demandWriter(caller, LEVEL.read)
    const { applicationId } = caller
    return listImages(deps, { applicationId, search, folderId: folder_uuid, page, perPage: per_page })
  })
  route(http, api.uploadImage, async ({ caller, query, request }) => {
    demandWriter(caller)
    const image = await receiveImage(caller.applicationId, request)
    const { name } = image
    return addImage(deps, caller, { name, fileName: fileNameOf(name, image), folderId: query.folder_uuid, image })
  })
  route(http, api.updateImage, ({ caller, query, body }) => updateImage(deps, caller, query.uuid, body))
  route(http, api.moveImages, async ({ caller, body }) => ({ moved: await moveImages(deps, caller, body) }))
  route(http, api.deleteImage, ({ caller, query }) => deleteImage(deps, caller, query.uuid))
  route(http, api.listImageUses, ({ caller, query }) => listUses(deps, caller.applicationId, query.uuid))

  route(http, api.listImageFolders, ({ caller }) => {
    demandWriter(caller, LEVEL.read)
    return listFolders(deps.database.kysely, caller.applicationId)
  })
  route(http, api.createImageFolder, ({ caller, body }) => createFolder(deps, caller, body.name))
  route(http, api.updateImageFolder, ({ caller, query, body }) => renameFolder(deps, caller, query.uuid, body.name))
  route(http, api.deleteImageFolder, ({ caller, query }) => deleteFolder(deps, caller, query.uuid))
}
