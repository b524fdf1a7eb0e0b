import { listContacts, listSegments, type Segment, updateSegment } from '@notifly/contracts/contacts/audience'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/client.ts'
import { refresh } from '../../../api/queries.ts'
import { SegmentNameDialog } from '../../../components/segments/SegmentNameDialog.tsx'

export interface RenameSegmentDialogProps {
  segment: Pick<Segment, 'uuid' | 'name'>
  /** Another name than the present one to begin with: that of a rejected request. */
  start?: string | undefined
  /** The rejected request that this answers. */
  reopens?: { reopens?: string }
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Gives a segment another name. */
export function RenameSegmentDialog({ segment, start, reopens, open, onOpenChange }: RenameSegmentDialogProps) {
  const { t } = useTranslation('audience')
  return (
    <SegmentNameDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('segment.rename')}
      action={t('segment.rename')}
      name={start ?? segment.name}
      onSave={async name => {
        await call(updateSegment, { query: { segment_uuid: segment.uuid }, body: { segment_name: name, ...reopens } })
        await Promise.all([refresh(listSegments), refresh(listContacts)])
      }}
    />
  )
}
