import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyEndpoint } from '../../api/client.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { useDisplay } from '../display/use-display.ts'
import { useZone } from '../session/use-zone.ts'
import { WithdrawDialog } from './PendingBanner.tsx'
import { requestPath } from './request-address.ts'
import { useRequest } from './use-request.ts'
import { useRequestWords } from './use-request-words.ts'

export interface PendingStateProps {
  slug: string
  approval: string
  /** Read again once the request is withdrawn. */
  refreshes: readonly AnyEndpoint[]
}

/** In the place of a form that cannot be used while a request is open on its object. */
export function PendingState({ slug, approval, refreshes }: PendingStateProps) {
  const { t } = useTranslation('approvals')
  const { longDate } = useDisplay(useZone())
  const { askWords } = useRequestWords()
  const { request } = useRequest(approval)
  const [isAsking, setAsking] = useState(false)
  const values = request && {
    when: longDate(request.created_on),
    who: request.maker?.name ?? t('somebody'),
    what: askWords(request),
  }
  return (
    <>
      <StateCard
        kind="pending"
        framed
        title={t('banner.title')}
        actions={
          <>
            {request && (
              <ButtonLink variant="primary" href={requestPath(slug, approval)}>
                {t('banner.view')}
              </ButtonLink>
            )}
            {request?.can_withdraw && (
              <Button variant="ghost" onClick={() => setAsking(true)}>
                {t('withdraw.action')}
              </Button>
            )}
          </>
        }
      >
        <span className="inline-block first-letter:uppercase">
          {values === undefined ? t('banner.unseen') : t(request?.can_withdraw ? 'banner.own' : 'banner.since', values)}
        </span>
      </StateCard>
      {request && (
        <WithdrawDialog
          uuid={approval}
          title={request.title}
          open={isAsking}
          onOpenChange={setAsking}
          refreshes={refreshes}
        />
      )}
    </>
  )
}
