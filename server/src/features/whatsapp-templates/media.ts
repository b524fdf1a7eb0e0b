/** Uploads to WhatsApp: media that messages show, and samples for reviewers of templates. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { MediaKind } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import type { FastifyRequest } from 'fastify'
import { GraphRefused } from '../../channels/whatsapp/cloud-api/graph.ts'
import { type MediaFile, uploadMedia, uploadSample } from '../../channels/whatsapp/cloud-api/media.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { askWhatsapp, requiredAccount } from './account.ts'
import { deleteGoneMedia, insertMedia } from './media-queries.ts'
import { withMedia } from './receive-media.ts'

/** WhatsApp keeps media this long. */
export const MEDIA_DAYS = 30

const DAY_MS = 86_400_000

/** Throws conflict if WhatsApp is not set up, and with WhatsApp's words if it refuses the file. */
export async function takeMedia(
  deps: Deps,
  applicationId: string,
  request: FastifyRequest,
  kind: MediaKind,
): Promise<{ media_id: string; filename: string }> {
  const { access, numberId } = await requiredAccount(deps, applicationId)
  return withMedia(request, kind, async file => {
    const id = await asked(deps, applicationId, () => uploadMedia(access, numberId, file))
    await insertMedia(deps.database.kysely, applicationId, id, deps.clock.now())
    return { media_id: id, filename: file.name }
  })
}

/** Deletes records of media that WhatsApp no longer has and nothing names. Idempotent. */
export async function deleteExpiredMedia({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  await deleteGoneMedia(database.kysely, new Date(clock.now().getTime() - MEDIA_DAYS * DAY_MS))
}

/** Returns the handle for a header's example. Throws conflict without the app's id, with which samples are uploaded. */
export async function takeSample(
  deps: Deps,
  applicationId: string,
  request: FastifyRequest,
  kind: MediaKind,
): Promise<{ handle: string; name: string }> {
  const { access, appId } = await requiredAccount(deps, applicationId)
  if (appId === '') throw new AppError('conflict', sentence('whatsappTemplates.appId'))
  const upload = (file: MediaFile) => asked(deps, applicationId, () => uploadSample(access, appId, file))
  return withMedia(request, kind, async file => ({ handle: await upload(file), name: file.name }))
}

async function asked(deps: Deps, applicationId: string, ask: () => Promise<string>): Promise<string> {
  try {
    return await askWhatsapp(deps, applicationId, ask)
  } catch (error) {
    if (error instanceof GraphRefused) throw new AppError('conflict', { ...error.sentence, cause: error })
    throw error
  }
}
