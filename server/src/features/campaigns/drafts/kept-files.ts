/** Files that a provider keeps for a while only: a campaign must not go out when they are gone. */
import type { FieldFailure } from '@notifly/contracts/errors'
import { sentence } from '@notifly/contracts/sentences/sentence'

export interface KeptFile {
  /** Where the content names it. */
  field: string
  /** Null where nobody here knows. */
  uploadedAt: Date | null
  days: number
}

/** When a campaign is sent. */
export interface Sending {
  now: Date
  /** The last time; null where there is always another one. */
  last: Date | null
}

const DAY_MS = 86_400_000

/** None where the file lasts. One of which nothing is known may have been uploaded just now. */
export function keptFileFaults({ field, uploadedAt, days }: KeptFile, { now, last }: Sending): FieldFailure[] {
  if (last === null) return [{ field, ...sentence('whatsappTemplates.missing.mediaRecurs', { days }) }]
  const goneAt = (uploadedAt ?? now).getTime() + days * DAY_MS
  if (last.getTime() < goneAt) return []
  return [{ field, ...sentence('whatsappTemplates.missing.mediaGone', { days }) }]
}
