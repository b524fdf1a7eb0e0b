import type { Channel } from '@notifly/contracts/applications/applications'
import type { ContactConsent } from '@notifly/contracts/consent/consent'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { ReopenBanner } from '../approvals/ReopenBanner.tsx'
import { textIn } from '../approvals/request-address.ts'
import { NOT_REOPENED, reopenFields } from '../approvals/request-flags.ts'
import { useReopened } from '../approvals/use-request.ts'
import { useUrlState } from '../navigation/use-url-state.ts'
import { ConsentDialog } from './ConsentDialog.tsx'

const state = z.object(reopenFields)

interface CorrectConsentProps {
  contactUuid: string
  topics: ContactConsent['topics']
}

/** A rejected wish to put somebody back, to be said again in other words; nothing unless the address asks for it. */
export function CorrectConsent({ contactUuid, topics }: CorrectConsentProps) {
  const { t } = useTranslation('common')
  const [, change] = useUrlState(state)
  const { request, reopens } = useReopened()
  if (request?.command !== 'consent.resubscribe') return null
  const { payload } = request
  const channel = textIn(payload, 'channel') as Channel
  const topic = topics.find(({ uuid }) => uuid === textIn(payload, 'topic_uuid')) ?? null
  const name = topic?.name ?? t(`channel.${channel}`)
  return (
    <ConsentDialog
      contactUuid={contactUuid}
      wish={{ channel, topic, to: 'subscribed', name }}
      start={textIn(payload, 'reason')}
      reopens={reopens}
      banner={<ReopenBanner request={request} />}
      onClose={() => change(NOT_REOPENED, { replace: true })}
    />
  )
}
