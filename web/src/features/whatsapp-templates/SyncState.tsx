import { ACTIVITY } from '@notifly/contracts/roles/activities'
import {
  listWhatsappTemplates,
  readWhatsappSync,
  syncWhatsappTemplates,
  type WhatsappSync,
} from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { RefreshCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { refresh, useRead, useWrite } from '../../api/queries.ts'
import { useRelativeTime } from '../../components/display/relative-time.ts'
import { useCan } from '../../components/session/use-session.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { useIsPhone } from '../../ui/use-media-query.ts'

const POLL_MS = 4000

/** How our copy compares with WhatsApp's list; the list is read again as soon as the copy is newer. */
export function useSync() {
  const sync = useRead(readWhatsappSync, {}, { pollMs: POLL_MS })
  const stamp = sync.data && `${sync.data.synced_on} ${sync.data.templates}`
  const seen = useRef(stamp)
  useEffect(() => {
    if (seen.current !== undefined && stamp !== undefined && seen.current !== stamp) void refresh(listWhatsappTemplates)
    if (stamp !== undefined) seen.current = stamp
  }, [stamp])
  return sync
}

/** Reads the whole list from WhatsApp now. */
export function SyncButton({ sync }: { sync: WhatsappSync | undefined }) {
  const { t } = useTranslation('whatsapp')
  const isPhone = useIsPhone()
  const mayCreate = useCan(ACTIVITY.templateWhatsapp, 'create')
  const write = useWrite(syncWhatsappTemplates, { refreshes: [listWhatsappTemplates, readWhatsappSync] })
  if (!mayCreate || sync?.configured !== true) return null
  const look = { icon: RefreshCw, loading: write.isPending, onClick: () => write.mutate({}) }
  return isPhone ? (
    <IconButton {...look} variant="plain" label={t('sync.now')} />
  ) : (
    <Button {...look}>{t('sync.now')}</Button>
  )
}

/** When the list was last read. */
export function useSyncWords(sync: WhatsappSync | undefined): string {
  const { t } = useTranslation('whatsapp')
  const relativeTime = useRelativeTime()
  if (sync?.configured !== true) return ''
  return sync.synced_on === null ? t('sync.never') : t('sync.at', { when: relativeTime(sync.synced_on) })
}

/** Why the list could not be read, while that is so. */
export function SyncFailure({ sync }: { sync: WhatsappSync | undefined }) {
  const { t } = useTranslation('whatsapp')
  if (!sync?.failure) return null
  return (
    <Alert tone="danger" title={t('sync.failed')} className="mb-4">
      {translateSentence({ message: sync.failure, ...sync.failure_sentence })}{' '}
      {sync.synced_on !== null && t('sync.stays')}
    </Alert>
  )
}
