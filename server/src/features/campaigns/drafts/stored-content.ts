/** A campaign's content as it is stored, and as a channel takes it. */
import type { AbTest } from '@notifly/contracts/campaigns/ab-tests'
import type { ALL_CONTENT_PARTS } from '@notifly/contracts/campaigns/content'
import type * as z from 'zod/mini'
import type { AnyChannel } from '../../../channels/registry.ts'
import type { KeptFile } from './kept-files.ts'

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
