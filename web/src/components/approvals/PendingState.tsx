import { useTranslation } from 'react-i18next'
import type { AnyEndpoint } from '../../api/client.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { usePending } from './PendingBanner.tsx'
import { requestPath } from './request-address.ts'
import { useSlug } from '../navigation/use-pages.ts'

export interface PendingStateProps {
  approval: string
  /** Calls that are refreshed once the request is withdrawn. */
  refreshes: readonly AnyEndpoint[]
}

/** Replaces a form that cannot be used while a request for its object is open. */
export function PendingState({ approval, refreshes }: PendingStateProps) {
  const slug = useSlug()
  const { t } = useTranslation('approvals')
  const { request, words, withdraw, dialog } = usePending(approval, refreshes)
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
            {withdraw && (
              <Button variant="ghost" onClick={withdraw}>
                {t('withdraw.action')}
              </Button>
            )}
          </>
        }
      >
        <span className="inline-block first-letter:uppercase">{words}</span>
      </StateCard>
      {dialog}
    </>
  )
}
