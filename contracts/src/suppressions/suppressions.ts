/** Suppressed addresses, which get no messages, with the reasons. */
import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { type Channel, CHANNELS } from '../applications/applications.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, maxCharacters, paging, search, text, uuid } from '../fields.ts'
import { pendingApproval, reopening } from '../approvals/holding.ts'
import { IMPORT_EXTENSIONS } from '../imports/imports.ts'
import { sentenceKey } from '../sentences/sentence.ts'

/** Channels with addresses. Browsers and phones that are gone are retired instead, and are not on the list. */
export const SUPPRESSION_CHANNELS = ['email', 'sms', 'whatsapp'] as const satisfies readonly Channel[]
const suppressedChannel = z.enum(SUPPRESSION_CHANNELS)

export const SUPPRESSION_REASONS = ['hard_bounce', 'complaint', 'unsubscribe', 'manual'] as const
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]

/** Largest list in bytes (5 MiB) and in rows. */
export const SUPPRESSION_FILE_MAX_BYTES = 5_242_880
export const SUPPRESSION_ROWS_MAX = 100_000
export const SUPPRESSION_EXTENSIONS = [...IMPORT_EXTENSIONS, 'txt'] as const

export const Suppression = z.object({
  /** Derived from channel and address; identifies the entry in requests and in the audit trail. */
  uuid,
  channel: z.enum(CHANNELS),
  address: z.string(),
  reason: z.enum(SUPPRESSION_REASONS),
  /** The server's answer, or the comment of the person who added it. */
  note: z.nullable(z.string()),
  added_on: epochSeconds,
  /** Who added it by hand or with a file; null for entries caused by recipients and their servers. */
  added_by: z.nullable(z.object({ uuid, name: z.nullable(z.string()) })),
  /** The contact that has this address now. */
  contact_uuid: z.nullable(uuid),
  ...pendingApproval,
})
export type Suppression = z.infer<typeof Suppression>

const may = (level: 'read' | 'create' | 'delete') =>
  ({ activity: ACTIVITY.audience, level, scope: 'application' }) as const

const SUPPRESSION = '/api/audience/suppression'
const address = text(254)
const note = z.optional(z.string().check(z.trim(), maxCharacters(500)))

const filter = {
  search,
  channel: z.optional(z.enum(CHANNELS)),
  /** Several separated by commas. */
  reason: z.optional(z.string().check(maxCharacters(100))),
}

export const listSuppressions = endpoint({
  call: `GET ${SUPPRESSION}`,
  summary: 'The suppression list, newest first',
  access: may('read'),
  query: z.object({ ...paging, ...filter }),
  data: z.array(Suppression),
  paged: true,
})

export const addSuppression = endpoint({
  call: `POST ${SUPPRESSION}`,
  summary: 'Put an address on the suppression list; never held for approval. 409 when it is there already',
  access: may('create'),
  status: 201,
  body: z.object({
    channel: z._default(suppressedChannel, 'email'),
    address,
    reason: z._default(z.enum(SUPPRESSION_REASONS, sentenceKey('consent.chooseReason')), 'manual'),
    note,
  }),
  data: Suppression,
})

export const removeSuppression = endpoint({
  call: `DELETE ${SUPPRESSION}`,
  summary: 'Take an address off the list, with the reason; what the contact chose is not changed by it',
  access: may('delete'),
  held: true,
  query: z.object({ channel: z.enum(CHANNELS), address, reason: text(500), ...reopening }),
})

export const SuppressionImport = z.object({
  /** Rows that are not empty, without the header. */
  rows_total: z.int(),
  added: z.int(),
  /** Already on the list; they stay as they are. */
  known: z.int(),
  /** The same address again in the file. */
  duplicates: z.int(),
  /** Rows skipped because they have no valid address; 0 unless skipping was requested. */
  rejected: z.int(),
  /** The column that was read; null for a file without a header. */
  column: z.nullable(z.string()),
})
export type SuppressionImport = z.infer<typeof SuppressionImport>

/** `data` of the 400 that refuses a file because of its rows. */
export const SuppressionRejection = z.object({
  rows_total: z.int(),
  rejected: z.int(),
  /** The rejected rows with the reason, as base64 CSV. */
  file: z.string(),
})
export type SuppressionRejection = z.infer<typeof SuppressionRejection>

export const importSuppressions = endpoint({
  call: `POST ${SUPPRESSION}/import`,
  summary: 'Put all addresses of a file on the list, or none and say which rows are wrong; never held for approval',
  access: may('create'),
  multipart: { file: 'file' },
  bodyLimitBytes: SUPPRESSION_FILE_MAX_BYTES + 1_048_576,
  query: z.object({
    channel: z._default(suppressedChannel, 'email'),
    reason: z._default(z.enum(SUPPRESSION_REASONS), 'manual'),
    note,
    /** `1`: rows without a valid address are skipped; otherwise they refuse the file. */
    skip_invalid: z.optional(z.enum(['0', '1'])),
  }),
  data: SuppressionImport,
})

export const exportSuppressions = endpoint({
  call: `GET ${SUPPRESSION}/export`,
  summary: 'The same entries as CSV',
  access: may('read'),
  query: z.object(filter),
  raw: { types: ['text/csv'] },
})
