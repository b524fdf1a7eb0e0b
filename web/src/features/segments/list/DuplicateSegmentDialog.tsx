import { listContacts, listSegments, type Segment } from '@notifly/contracts/contacts/audience'
import { SEGMENT_NAME_MAX } from '@notifly/contracts/imports/imports'
import { duplicateSegment } from '@notifly/contracts/segments/segments'
import { useTranslation } from 'react-i18next'
import { callFully } from '../../../api/client.ts'
import { refresh } from '../../../api/queries.ts'
import { SegmentNameDialog } from '../../../components/segments/SegmentNameDialog.tsx'

export interface DuplicateSegmentDialogProps {
  segment: Pick<Segment, 'uuid' | 'name'>
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The copy exists; not called while it waits for approval. */
  onCopied: (uuid: string) => void
}

/** Copies a segment, with its rules or its contacts, under another name. */
export function DuplicateSegmentDialog({ segment, open, onOpenChange, onCopied }: DuplicateSegmentDialogProps) {
  const { t } = useTranslation('audience')
  const word = ` ${t('segment.copy')}`
  return (
    <SegmentNameDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('segment.duplicateTitle', { name: segment.name })}
      action={t('segment.duplicate')}
      name={segment.name.slice(0, SEGMENT_NAME_MAX - word.length) + word}
      onSave={async name => {
        const body = { segment_uuid: segment.uuid, segment_name: name }
        const { data, makerChecker } = await callFully(duplicateSegment, { body })
        await Promise.all([refresh(listSegments), refresh(listContacts)])
        if (!makerChecker) onCopied(data.segment_uuid)
      }}
    />
  )
}
