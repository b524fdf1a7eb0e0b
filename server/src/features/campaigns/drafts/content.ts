/** What a campaign says: its own parts, or those of its template where it has none, as its channel understands them. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { Kysely } from 'kysely'
import { channelNamed } from '../../../channels/registry.ts'
import type { Tables } from '../../../db/schema/tables.ts'
import { AppError } from '../../../lib/app-error.ts'
import { notAvailableWords } from '../channel-words.ts'
import { COMPLETERS } from './complete-content.ts'
import type { CompleteContent, StoredContent } from './stored-content.ts'

type Db = Kysely<Tables>

export interface ContentOf {
  applicationId: string
  channel: Channel
}

/**
 * A template gives what the campaign does not say itself. Throws notFound for a template of somebody else, and conflict for a
 * channel that is not available.
 */
export async function completeContent(db: Db, which: ContentOf, own: StoredContent): Promise<CompleteContent> {
  const channel = channelNamed(which.channel)
  if (channel === null) throw new AppError('conflict', notAvailableWords(which.channel))
  return { channel, ...(await COMPLETERS[which.channel](db, which.applicationId, own)) }
}
