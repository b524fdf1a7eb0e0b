/** What a campaign says: its own parts, or those of its template where it has none, as its channel understands them. */
import type { AbTest } from '@notifly/contracts/campaigns/ab-tests'
import type { Channel } from '@notifly/contracts/applications/applications'
import type { ALL_CONTENT_PARTS } from '@notifly/contracts/campaigns/content'
import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'
import { type AnyChannel, channelNamed } from '../../../channels/registry.ts'
import type { Tables } from '../../../db/schema/tables.ts'
import { AppError } from '../../../lib/app-error.ts'
import { notAvailableWords } from '../channel-words.ts'
import { COMPLETERS } from './complete-content.ts'
import type { KeptFile } from './kept-files.ts'

type Db = Kysely<Tables>

type ContentParts = Partial<z.infer<z.ZodMiniObject<Omit<typeof ALL_CONTENT_PARTS, 'attachments'>>>>

/** As stored in `campaign.content`: parts of the campaign's channel. */
export interface StoredContent extends ContentParts {
  topic_uuid?: string | null | undefined
  ab_test?: AbTest | null | undefined
}

/** The parts as they will be sent. */
export interface CompleteContent {
  channel: AnyChannel
  /** What the channel takes. */
  content: object
  templateName: string | null
  /** What of it a provider keeps for a while only. */
  kept?: KeptFile
  /** The campaign's own field for one of the channel's content. */
  placeOf(field: string): string
}

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
