import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { readOverview } from '@notifly/contracts/applications/applications'
import {
  type Segment,
  deleteSegment,
  listContacts,
  listSegments,
  updateSegment,
} from '@notifly/contracts/contacts/audience'
import { SEGMENT_NAME_MAX } from '@notifly/contracts/imports/imports'
import { type SegmentUse, duplicateSegment } from '@notifly/contracts/segments/segments'
import { useTranslation } from 'react-i18next'
import { call, callWithMeta } from '../../../api/client.ts'
import { refresh } from '../../../api/queries.ts'
import { SegmentNameDialog } from '../../../components/segments/SegmentNameDialog.tsx'
import type { ApiError } from '../../../api/api-error.ts'
import { ConfirmWrite } from '../../../components/form/ConfirmWrite.tsx'
import { UseList } from '../../../components/segments/UsePanel.tsx'
import { translateSentence } from '../../../locales/translate-sentence.ts'
import { useApprovalLabel } from '../../../components/approvals/use-approval-label.ts'

export interface RenameSegmentDialogProps {
  segment: Pick<Segment, 'uuid' | 'name'>
  /** Initial name instead of the current one: that of a rejected request. */
  start?: string | undefined
  /** The rejected request that this write replaces. */
  reopens?: { reopens?: string }
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Renames a segment. */
export function RenameSegmentDialog({ segment, start, reopens, open, onOpenChange }: RenameSegmentDialogProps) {
  const { t } = useTranslation('audience')
  const approvalLabel = useApprovalLabel(ACTIVITY.segmentation)
  return (
    <SegmentNameDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('segment.rename')}
      action={approvalLabel(t('segment.rename'))}
      name={start ?? segment.name}
      onSave={async name => {
        await call(updateSegment, { query: { segment_uuid: segment.uuid }, body: { segment_name: name, ...reopens } })
        await Promise.all([refresh(listSegments), refresh(listContacts)])
      }}
    />
  )
}

export interface DuplicateSegmentDialogProps {
  segment: Pick<Segment, 'uuid' | 'name'>
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called once the copy exists; not while it waits for approval. */
  onCopied: (uuid: string) => void
}

/** Copies a segment, with its rules or its contacts, under a new name. */
export function DuplicateSegmentDialog({ segment, open, onOpenChange, onCopied }: DuplicateSegmentDialogProps) {
  const { t } = useTranslation('audience')
  const approvalLabel = useApprovalLabel(ACTIVITY.segmentation)
  const word = ` ${t('segment.copy')}`
  return (
    <SegmentNameDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('segment.duplicateTitle', { name: segment.name })}
      action={approvalLabel(t('segment.duplicate'))}
      name={segment.name.slice(0, SEGMENT_NAME_MAX - word.length) + word}
      onSave={async name => {
        const body = { segment_uuid: segment.uuid, segment_name: name }
        const { data, makerChecker } = await callWithMeta(duplicateSegment, { body })
        await Promise.all([refresh(listSegments), refresh(listContacts)])
        if (!makerChecker) onCopied(data.segment_uuid)
      }}
    />
  )
}

export interface DeleteSegmentDialogProps {
  segment: Segment
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted?: () => void
}

/** Confirms deleting a segment. If scheduled campaigns use it, it can't be deleted, and they are listed. */
export function DeleteSegmentDialog({ segment, open, onOpenChange, onDeleted }: DeleteSegmentDialogProps) {
  const { t } = useTranslation('audience')
  return (
    <ConfirmWrite
      endpoint={deleteSegment}
      input={{ query: { segment_uuid: segment.uuid } }}
      refreshes={[listSegments, listContacts, readOverview]}
      open={open}
      onClose={() => onOpenChange(false)}
      {...(onDeleted && { onDone: onDeleted })}
      refusal={error => <Refusal error={error} />}
      title={t('segment.deleteTitle', { name: segment.name })}
      action={t('segment.delete')}
    >
      {t('segment.deleteText', { count: segment.count })}
    </ConfirmWrite>
  )
}

function Refusal({ error }: { error: ApiError }) {
  const { t } = useTranslation('audience')
  const use = (error.data ?? {}) as Partial<SegmentUse>
  const { campaigns = [], segments = [] } = use
  if (campaigns.length + segments.length === 0) return translateSentence(error)
  const words = campaigns.length > 0 ? t('segment.inUse', { count: campaigns.length }) : t('segment.inRules')
  return (
    <>
      <p className="mb-2 font-medium">{words}</p>
      <UseList use={{ campaigns, segments }} />
    </>
  )
}
