import {
  downloadErrorFile,
  insertImport,
  readImport,
  updateByAsset,
  updateByFile,
  verifyImport,
  verifyPhonebook,
  watchImport,
} from '@notifly/contracts/imports/imports'
import { Readable } from 'node:stream'
import { attachment } from '../../http/attachment.ts'
import type { Deps } from '../../http/deps.ts'
import { createLiveStreams } from '../../http/live-stream.ts'
import { type Http, rawRoute, route } from '../../http/route.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { commandRoute } from '../approvals/approvals.ts'
import * as commands from './commands.ts'
import { readStoredFile, selectErrorFile, selectImport } from './queries.ts'
import { readProgress } from './insert/insert.ts'
import {
  AUDIENCE_RULES,
  audiencePurpose,
  PHONEBOOK_RULES,
  phonebookPurpose,
  withUpload,
} from './upload/receive-upload.ts'
import { prepareUpdate, UPDATE_RULES } from './update/update.ts'
import { verifyUpload } from './stage/verify.ts'

export function importRoutes(http: Http, deps: Deps): void {
  route(http, verifyImport, ({ request, caller }) =>
    withUpload(request, AUDIENCE_RULES, upload => verifyUpload(deps, caller, upload, audiencePurpose(upload))),
  )

  route(http, verifyPhonebook, ({ request, caller }) =>
    withUpload(request, PHONEBOOK_RULES, upload => verifyUpload(deps, caller, upload, phonebookPurpose(upload))),
  )

  for (const endpoint of [updateByFile, updateByAsset]) {
    commandRoute(http, deps, endpoint, commands.updateContacts, ({ request, caller }) =>
      withUpload(request, UPDATE_RULES, upload => prepareUpdate(deps, caller, upload)),
    )
  }

  commandRoute(http, deps, insertImport, commands.insertImport, async ({ params, body, caller }) => {
    const importId = params.uuid.toLowerCase()
    const row = await selectImport(deps.database.kysely, { applicationId: caller.applicationId, importId })
    return { corelation_id: importId, segment_name: body.segment_name, ...(row !== undefined && { kind: row.kind }) }
  })

  route(http, readImport, ({ params, caller }) =>
    readProgress(deps, { applicationId: caller.applicationId, importId: params.corelation_id }),
  )

  const sendLive = createLiveStreams(http)
  rawRoute(http, watchImport, ({ params, caller: { applicationId }, ...input }) => {
    const importId = params.corelation_id
    return sendLive(input, {
      applicationId,
      key: importId,
      read: () => readProgress(deps, { applicationId, importId }),
      newsOf: progress => progress,
      hasEnded: ({ state }) => state === 'done' || state === 'failed',
    })
  })

  rawRoute(http, downloadErrorFile, async ({ query, caller, reply }) => {
    const key = { applicationId: caller.applicationId, fileId: query.uuid }
    const file = orNotFound(await selectErrorFile(deps.database.kysely, key, deps.clock.now()))
    return reply
      .header('Content-Type', file.media_type)
      .header('Content-Disposition', attachment(file.name))
      .header('Cache-Control', 'private, no-store')
      .send(Readable.from(readStoredFile(deps.database.kysely, key)))
  })
}
