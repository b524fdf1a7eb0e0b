import { countPending, listApprovals, withdrawApproval } from '@notifly/contracts/approvals/approvals'
import { readNotices } from '@notifly/contracts/approvals/notices'
import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyEndpoint } from '../../api/client.ts'
import { useWrite } from '../../api/queries.ts'
import { say } from '../../locales/say.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { useDisplay } from '../display/use-display.ts'
import { useZone } from '../session/use-zone.ts'
import { requestPath } from './request-address.ts'
import { useRequest } from './use-request.ts'
import { useRequestWords } from './use-request-words.ts'

export interface PendingBannerProps {
  slug: string
  /** The open request; without one nothing is shown. */
  approval: string | undefined
  /** What shows the object: read again once the request is withdrawn. */
  refreshes: readonly AnyEndpoint[]
}

/** Says on the page of a thing that a change to it waits for an approver; its maker may take the change back. */
export function PendingBanner({ slug, approval, refreshes }: PendingBannerProps) {
  const { t } = useTranslation('approvals')
  const { longDate } = useDisplay(useZone())
  const { askWords } = useRequestWords()
  const { request } = useRequest(approval)
  const [isAsking, setAsking] = useState(false)
  if (approval === undefined) return null
  const values = request && {
    when: longDate(request.created_on),
    who: request.maker?.name ?? t('somebody'),
    what: askWords(request),
  }
  return (
    <Alert
      tone="warning"
      icon={Hourglass}
      title={t('banner.title')}
      action={
        <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
          {request && <Link href={requestPath(slug, approval)}>{t('banner.view')}</Link>}
          {request?.can_withdraw && (
            <Button size="sm" onClick={() => setAsking(true)}>
              {t('withdraw.action')}
            </Button>
          )}
        </span>
      }
    >
      {values === undefined ? t('banner.unseen') : t(request?.can_withdraw ? 'banner.own' : 'banner.since', values)}
      {request && (
        <WithdrawDialog
          uuid={request.uuid}
          title={request.title}
          open={isAsking}
          onOpenChange={setAsking}
          refreshes={refreshes}
        />
      )}
    </Alert>
  )
}

export interface WithdrawDialogProps {
  uuid: string
  title: string
  open: boolean
  onOpenChange: (open: boolean) => void
  refreshes?: readonly AnyEndpoint[]
}

/** Asks before a request of one's own is taken back. */
export function WithdrawDialog({ uuid, title, open, onOpenChange, refreshes = [] }: WithdrawDialogProps) {
  const { t } = useTranslation('approvals')
  const withdraw = useWrite(withdrawApproval, {
    refreshes: [listApprovals, countPending, readNotices, ...refreshes],
    failure: 'form',
    onDone: () => onOpenChange(false),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('withdraw.title', { title })}
      action={t('withdraw.action')}
      loading={withdraw.isPending}
      error={withdraw.error && say(withdraw.error)}
      onConfirm={() => withdraw.mutate({ params: { uuid } })}
    >
      {t('withdraw.text')}
    </ConfirmDialog>
  )
}
