import { ACTIVITY } from '@notifly/contracts/activities'
import {
  cancelCampaign,
  type CampaignRow,
  countCampaigns,
  pauseCampaign,
  readCampaigns,
  resumeCampaign,
} from '@notifly/contracts/campaigns'
import { Ban, ExternalLink, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/api-error.ts'
import { useWrite } from '../../../api/queries.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { usePageExists } from '../../../components/navigation/use-pages.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { serverText } from '../../../locales/server-text.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import type { MenuItem } from '../../../ui/Menu.tsx'
import { showToast } from '../../../ui/toast.ts'
import { isWaiting, openPath } from './open-path.ts'

/** Which campaign is about to be cancelled or deleted, and the acts that need no question. */
export interface CampaignActsState {
  asked: CampaignRow | undefined
  ask: (row: CampaignRow | undefined) => void
  pause: (row: CampaignRow) => void
  resume: (row: CampaignRow) => void
  remove: (row: CampaignRow) => void
  isRemoving: boolean
  error: ApiError | null
}

const REFRESHES = [readCampaigns, countCampaigns]

export function useCampaignActs(): CampaignActsState {
  const { t } = useTranslation('campaigns')
  const [asked, setAsked] = useState<CampaignRow>()
  const pause = useWrite(pauseCampaign, { refreshes: REFRESHES })
  const resume = useWrite(resumeCampaign, { refreshes: REFRESHES })
  const remove = useWrite(cancelCampaign, {
    refreshes: REFRESHES,
    failure: 'form',
    onDone: () => {
      if (asked) {
        const name = asked.campaignName || t('list.unnamed')
        showToast({
          tone: 'success',
          title: asked.status === 'draft' ? t('acts.deleted', { name }) : t('acts.cancelled', { name }),
        })
      }
      setAsked(undefined)
    },
  })
  return {
    asked,
    ask: row => {
      remove.reset()
      setAsked(row)
    },
    pause: ({ uuid }) => pause.mutate({ body: { uuid } }),
    resume: ({ uuid }) => resume.mutate({ body: { uuid } }),
    remove: ({ uuid }) => remove.mutate({ query: { uuid } }),
    isRemoving: remove.isPending,
    error: remove.error,
  }
}

/** What may be done with a row, behind its three dots. */
export function useRowMenu(slug: string, acts: CampaignActsState): (row: CampaignRow) => MenuItem[] {
  const { t } = useTranslation('campaigns')
  const exists = usePageExists()
  const mayUpdate = useCan(ACTIVITY.campaignEmail, 'update')
  const mayDelete = useCan(ACTIVITY.campaignEmail, 'delete')
  return row => {
    const href = openPath(slug, row)
    const isRunning = row.status === 'pending' || row.status === 'executing'
    const isOpen = isRunning || isWaiting(row) || row.status === 'paused'
    const items: (MenuItem | false)[] = [
      row.run_uuid !== null &&
        href !== undefined &&
        exists(href) && { label: t('acts.open'), icon: ExternalLink, href },
      row.status === 'draft' && href !== undefined && { label: t('acts.continue'), icon: Pencil, href },
      mayUpdate && isWaiting(row) && href !== undefined && { label: t('acts.edit'), icon: Pencil, href },
      mayUpdate &&
        (isRunning || row.status === 'scheduled') && {
          label: t('acts.pause'),
          icon: Pause,
          onSelect: () => acts.pause(row),
        },
      mayUpdate && row.status === 'paused' && { label: t('acts.resume'), icon: Play, onSelect: () => acts.resume(row) },
      mayDelete && isOpen && { label: t('acts.cancel'), icon: Ban, danger: true, onSelect: () => acts.ask(row) },
      mayDelete &&
        row.status === 'draft' && {
          label: t('acts.delete'),
          icon: Trash2,
          danger: true,
          onSelect: () => acts.ask(row),
        },
    ]
    return items.filter(item => item !== false)
  }
}

/** Asks before a campaign ends for good. */
export function CampaignActs({ acts }: { acts: CampaignActsState }) {
  const { t } = useTranslation('campaigns')
  const { number } = useDisplay()
  const { asked } = acts
  if (!asked) return null
  const name = asked.campaignName || t('list.unnamed')
  const waiting = asked.counts['pending'] ?? 0
  const isDraft = asked.status === 'draft'
  return (
    <ConfirmDialog
      open
      onOpenChange={open => !open && acts.ask(undefined)}
      title={isDraft ? t('acts.deleteTitle', { name }) : t('acts.cancelTitle', { name })}
      action={isDraft ? t('acts.deleteAction') : t('acts.cancelAction')}
      onConfirm={() => acts.remove(asked)}
      {...(!isDraft && { keep: t('acts.keep') })}
      loading={acts.isRemoving}
      error={acts.error && serverText(acts.error.message)}
    >
      {isDraft
        ? t('acts.deleteText')
        : asked.run_uuid === null
          ? t('acts.cancelScheduledText')
          : t('acts.cancelRunText', { count: waiting, shown: number(waiting) })}
    </ConfirmDialog>
  )
}
