/** A text message to a few numbers, outside every campaign. */
import type { MessageClass } from '@notifly/contracts/campaigns/content'
import type { TestMailResult } from '@notifly/contracts/templates/templates'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import type { RateLimit } from '../../lib/rate-limit.ts'
import { sendTestMessage } from '../campaigns/campaigns.ts'

export interface TestText {
  template_id?: string | undefined
  smsBody?: string | undefined
  message_class?: MessageClass | undefined
  dlt_template_id?: string | undefined
  track_links?: boolean | null | undefined
  contact_uuid?: string | undefined
  receivers: string[]
}

/** As every test message is sent; throws what `sendTestMessage` throws. */
export function sendTestText(
  deps: Deps,
  limit: RateLimit,
  caller: ApplicationCaller,
  { template_id, contact_uuid, receivers, smsBody, message_class, dlt_template_id, track_links }: TestText,
): Promise<TestMailResult[]> {
  const content = { template_uuid: template_id?.toLowerCase(), smsBody, message_class, dlt_template_id, track_links }
  return sendTestMessage(deps, limit, caller, { channel: 'sms', content, contact_uuid, receivers })
}
