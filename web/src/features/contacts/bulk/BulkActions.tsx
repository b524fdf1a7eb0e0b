import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { deleteContacts, removeFromSegment } from '@notifly/contracts/contacts/bulk'
import { EXPORT_CHOSEN_MAX } from '@notifly/contracts/contacts/contacts'
import { BellOff, Ellipsis, FolderMinus, FolderPlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmWrite } from '../../../components/form/ConfirmWrite.tsx'
import { useCan } from '../../../components/session/use-session.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { ExportMenu } from '../ExportMenu.tsx'
import { AddToSegment } from './AddToSegment.tsx'
import { type Chosen, isMoreThanPage, useBulkOutcome } from './chosen.ts'
import { DeleteMany } from './DeleteMany.tsx'
import { RemoveFromSegment } from './RemoveFromSegment.tsx'
import { UnsubscribeContacts } from './UnsubscribeContacts.tsx'

export interface BulkActionsProps {
  chosen: Chosen
  /** The static segment whose members are listed. */
  segment?: { uuid: string; name: string } | undefined
  onDone: () => void
}

/** What can be done with selected contacts: into a segment or out of one, unsubscribe, a file, or an end. */
export function BulkActions({ chosen, segment, onDone }: BulkActionsProps) {
  const { t } = useTranslation(['bulk', 'contacts'])
  const mayAdd = useCan(ACTIVITY.segmentation, 'create')
  const mayRemove = useCan(ACTIVITY.segmentation, 'update')
  const mayUnsubscribe = useCan(ACTIVITY.audience, 'update')
  const mayDelete = useCan(ACTIVITY.audience, 'delete')
  const [asked, setAsked] = useState<'add' | 'remove' | 'unsubscribe' | 'delete'>()
  const { choice, count } = chosen
  const dialog = { chosen, onClose: () => setAsked(undefined), onDone }
  const rare = [
    mayRemove && { label: t('remove.action'), icon: FolderMinus, onSelect: () => setAsked('remove') },
    mayUnsubscribe && { label: t('unsubscribe.action'), icon: BellOff, onSelect: () => setAsked('unsubscribe') },
    mayDelete && { label: t('delete.action'), icon: Trash2, danger: true, onSelect: () => setAsked('delete') },
  ]
  const taken = 'filter' in choice ? choice.filter : { uuids: choice.contact_uuids.join(',') }
  return (
    <>
      {mayAdd && (
        <Button size="sm" icon={FolderPlus} onClick={() => setAsked('add')}>
          {t('add.action')}
        </Button>
      )}
      <ExportMenu
        query={taken}
        reason={
          'contact_uuids' in choice &&
          choice.contact_uuids.length > EXPORT_CHOSEN_MAX &&
          t('contacts:export.max', { max: EXPORT_CHOSEN_MAX })
        }
      />
      {rare.some(Boolean) && (
        <Menu align="end" trigger={<IconButton size="sm" icon={Ellipsis} label={t('contacts:more')} />} items={rare} />
      )}
      {asked === 'add' && <AddToSegment {...dialog} />}
      {asked === 'remove' && segment === undefined && <RemoveFromSegment {...dialog} />}
      {asked === 'unsubscribe' && <UnsubscribeContacts {...dialog} />}
      {asked === 'remove' && segment !== undefined && (
        <BulkConfirm
          {...dialog}
          endpoint={removeFromSegment}
          body={{ ...choice, segment_uuid: segment.uuid }}
          title={t('remove.title', { count, name: segment.name })}
          action={t('remove.button')}
        >
          {t('remove.text')}
        </BulkConfirm>
      )}
      {asked === 'delete' && isMoreThanPage(chosen) && <DeleteMany {...dialog} />}
      {asked === 'delete' && !isMoreThanPage(chosen) && (
        <BulkConfirm
          {...dialog}
          endpoint={deleteContacts}
          body={choice}
          title={t('contacts:deleteMany.title', { count })}
          action={t('delete.button', { count })}
        >
          {t('delete.text', { count })}
        </BulkConfirm>
      )}
    </>
  )
}

interface BulkConfirmProps {
  endpoint: typeof deleteContacts | typeof removeFromSegment
  body: object
  title: string
  action: string
  children: string
  onClose: () => void
  onDone: () => void
}

function BulkConfirm({ endpoint, body, onDone, ...dialog }: BulkConfirmProps) {
  const tell = useBulkOutcome()
  return (
    <ConfirmWrite
      {...dialog}
      endpoint={endpoint as typeof deleteContacts}
      input={{ body }}
      refreshes={[]}
      onDone={async ({ data, makerChecker }) => {
        if (makerChecker) return
        onDone()
        await tell(data)
      }}
    />
  )
}
