import type { Campaign } from '@notifly/contracts/campaigns/campaigns'
import { translateSentence } from '../../locales/translate-sentence.ts'

type Reasoned = Pick<Campaign, 'status_reason' | 'status_reason_sentence'>

/** Why a campaign or a run has its status, in the page's language: what failed, was missed, or is awaited. */
export function reasonOfState({ status_reason: message, status_reason_sentence: sentence }: Reasoned): string {
  return translateSentence({ message: message ?? undefined, ...sentence })
}
