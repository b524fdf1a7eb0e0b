import { listContacts, listSegments, type Segment, updateSegment } from '@notifly/contracts/audience'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/client.ts'
import { refresh } from '../../../api/queries.ts'
import { SegmentNameDialog } from './SegmentNameDialog.tsx'

export interface RenameSegmentDialogProps {
  segment: Segment
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Gives a segment another name. */
export function RenameSegmentDialog({ segment, open, onOpenChange }: RenameSegmentDialogProps) {
  const { t } = useTranslation('audience')
  return (
    <SegmentNameDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('segment.rename')}
      action={t('segment.rename')}
      name={segment.name}
      onSave={async name => {
        await call(updateSegment, { query: { segment_uuid: segment.uuid }, body: { segment_name: name } })
        await Promise.all([refresh(listSegments), refresh(listContacts)])
      }}
    />
  )
}
