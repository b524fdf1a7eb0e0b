import { countPending, listApprovals, withdrawApproval } from '@notifly/contracts/approvals/approvals'
import { readNotices } from '@notifly/contracts/approvals/notices'
import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyEndpoint } from '../../api/client.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { useDisplay } from '../display/use-display.ts'
import { ConfirmWrite } from '../form/ConfirmWrite.tsx'
import { useZone } from '../session/use-zone.ts'
import { requestPath } from './request-address.ts'
import { useRequestWords } from './use-request-words.ts'
import { useRequest } from './use-request.ts'
import { useSlug } from '../navigation/use-pages.ts'

export interface PendingBannerProps {
  /** Id of the open request; nothing is rendered without one. */
  approval: string | undefined
  /** Calls that show the object; refreshed once the request is withdrawn. */
  refreshes: readonly AnyEndpoint[]
}

/** Shown on the page of an object: a change to it waits for approval. Its maker may withdraw the request. */
export function PendingBanner({ approval, refreshes }: PendingBannerProps) {
  const slug = useSlug()
  const { t } = useTranslation('approvals')
  const { request, words, withdraw, dialog } = usePending(approval, refreshes)
  if (approval === undefined) return null
  return (
    <Alert
      tone="warning"
      icon={Hourglass}
      title={t('banner.title')}
      action={
        <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
          {request && <Link href={requestPath(slug, approval)}>{t('banner.view')}</Link>}
          {withdraw && (
            <Button size="sm" onClick={withdraw}>
              {t('withdraw.action')}
            </Button>
          )}
        </span>
      }
    >
      {words}
      {dialog}
    </Alert>
  )
}

/** Describes an open request, and lets its maker withdraw it. */
export function usePending(approval: string | undefined, refreshes: readonly AnyEndpoint[]) {
  const { t } = useTranslation('approvals')
  const { longDate } = useDisplay(useZone())
  const { askWords } = useRequestWords()
  const { request } = useRequest(approval)
  const [isAsking, setAsking] = useState(false)
  if (request === undefined) return { words: t('banner.unseen') }
  const { uuid, title, can_withdraw: isOwn, created_on, maker } = request
  const values = { when: longDate(created_on), who: maker?.name ?? t('somebody'), what: askWords(request) }
  return {
    request,
    words: t(isOwn ? 'banner.own' : 'banner.since', values),
    withdraw: isOwn ? () => setAsking(true) : undefined,
    dialog: <WithdrawDialog uuid={uuid} title={title} open={isAsking} onOpenChange={setAsking} refreshes={refreshes} />,
  }
}

export interface WithdrawDialogProps {
  uuid: string
  title: string
  open: boolean
  onOpenChange: (open: boolean) => void
  refreshes?: readonly AnyEndpoint[]
}

/** Confirmation before people withdraw their own request. */
export function WithdrawDialog({ uuid, title, open, onOpenChange, refreshes = [] }: WithdrawDialogProps) {
  const { t } = useTranslation('approvals')
  return (
    <ConfirmWrite
      endpoint={withdrawApproval}
      input={{ params: { uuid } }}
      refreshes={[listApprovals, countPending, readNotices, ...refreshes]}
      open={open}
      onClose={() => onOpenChange(false)}
      title={t('withdraw.title', { title })}
      action={t('withdraw.action')}
    >
      {t('withdraw.text')}
    </ConfirmWrite>
  )
}
