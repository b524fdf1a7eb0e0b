import { ACTIVITY } from '@notifly/contracts/activities'
import type { Channel } from '@notifly/contracts/applications'
import { cancelCampaign, pauseCampaign, resumeCampaign } from '@notifly/contracts/campaigns'
import { exportRecipients, listRecipients, listRuns, readRun, type RunProgress } from '@notifly/contracts/deliveries'
import { Download, EllipsisVertical, Pause, Play, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { download } from '../../api/download.ts'
import { useWrite } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { useCan } from '../../components/session/use-session.ts'
import { serverText } from '../../locales/server-text.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { useIsPhone } from '../../ui/use-media-query.ts'
import type { RecipientState } from './run-address.ts'

const REFRESHES = [readRun, listRuns, listRecipients]

export interface RunActionsProps {
  run: RunProgress
  channel: Channel
  uuid: string
  /** What the list shows is what the file holds. */
  state: RecipientState
}

/** Export, pause or resume, and cancel with a question before it. */
export function RunActions({ run, channel, uuid, state }: RunActionsProps) {
  const { t } = useTranslation('delivery')
  const isPhone = useIsPhone()
  const [isAsking, setAsking] = useState(false)
  const { isExporting, exportCsv } = useExport(run, channel, uuid, state)
  const pause = useWrite(pauseCampaign, { refreshes: REFRESHES })
  const resume = useWrite(resumeCampaign, { refreshes: REFRESHES })
  const mayUpdate = useCan(ACTIVITY.campaignEmail, 'update')
  const mayCancel = useCan(ACTIVITY.campaignEmail, 'delete') && ['executing', 'paused', 'pending'].includes(run.status)
  const mayPause = mayUpdate && (run.status === 'executing' || run.status === 'pending')
  const mayResume = mayUpdate && run.status === 'paused'
  const body = { uuid: run.uuid }
  const more: MenuItem[] = [
    { label: t('actions.export'), icon: Download, onSelect: exportCsv },
    ...(mayCancel ? [{ label: t('actions.cancel'), icon: X, danger: true, onSelect: () => setAsking(true) }] : []),
  ]
  return (
    <>
      {!isPhone && (
        <Button icon={Download} loading={isExporting} onClick={exportCsv}>
          {t('actions.export')}
        </Button>
      )}
      {mayPause && (
        <Button icon={Pause} loading={pause.isPending} onClick={() => pause.mutate({ body })}>
          {t('actions.pause')}
        </Button>
      )}
      {mayResume && (
        <Button icon={Play} variant="primary" loading={resume.isPending} onClick={() => resume.mutate({ body })}>
          {t('actions.resume')}
        </Button>
      )}
      {!isPhone && mayCancel && (
        <Button icon={X} onClick={() => setAsking(true)}>
          {t('actions.cancel')}
        </Button>
      )}
      {isPhone && (
        <Menu
          align="end"
          items={more}
          trigger={<IconButton icon={EllipsisVertical} label={t('actions.more')} variant="plain" />}
        />
      )}
      <CancelDialog run={run} isOpen={isAsking} onOpen={setAsking} />
    </>
  )
}

function useExport(run: RunProgress, channel: Channel, uuid: string, { search, status }: RecipientState) {
  const [isExporting, setExporting] = useState(false)
  const exportCsv = () => {
    setExporting(true)
    const input = { params: { notification_type: channel, uuid }, query: { format: 'csv' as const, search, status } }
    download(exportRecipients, input, `${run.name}.csv`)
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        announce({ tone: 'danger', message: serverText(error.message) })
      })
      .finally(() => setExporting(false))
  }
  return { isExporting, exportCsv }
}

function CancelDialog({ run, isOpen, onOpen }: { run: RunProgress; isOpen: boolean; onOpen: (open: boolean) => void }) {
  const { t } = useTranslation('delivery')
  const { number } = useDisplay()
  const cancel = useWrite(cancelCampaign, { refreshes: REFRESHES, failure: 'form', onDone: () => onOpen(false) })
  const left = run.counts['pending'] ?? 0
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onOpen}
      title={t('cancel.title', { name: run.name })}
      action={t('actions.cancel')}
      keep={t('cancel.keep')}
      loading={cancel.isPending}
      error={cancel.error && serverText(cancel.error.message)}
      onConfirm={() => cancel.mutate({ query: { uuid: run.uuid } })}
    >
      {t('cancel.text', { count: left, left: number(left), sent: number(run.sent) })}
    </ConfirmDialog>
  )
}
