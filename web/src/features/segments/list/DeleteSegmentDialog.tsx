import { listContacts, listSegments, type Segment, deleteSegment } from '@notifly/contracts/contacts/audience'
import type { SegmentUse } from '@notifly/contracts/segments/segments'
import { readOverview } from '@notifly/contracts/applications/applications'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/api-error.ts'
import { useWrite } from '../../../api/queries.ts'
import { UseList } from '../../../components/segments/UsePanel.tsx'
import { say } from '../../../locales/say.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'

export interface DeleteSegmentDialogProps {
  segment: Segment
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted?: () => void
}

/** Asks before a segment goes; while scheduled campaigns need it, they are named and it stays. */
export function DeleteSegmentDialog({ segment, open, onOpenChange, onDeleted }: DeleteSegmentDialogProps) {
  const { t } = useTranslation('audience')
  const remove = useWrite(deleteSegment, {
    refreshes: [listSegments, listContacts, readOverview],
    failure: 'form',
    onDone: () => {
      onOpenChange(false)
      onDeleted?.()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={next => {
        if (!next) remove.reset()
        onOpenChange(next)
      }}
      title={t('segment.deleteTitle', { name: segment.name })}
      action={t('segment.delete')}
      loading={remove.isPending}
      error={remove.error && <Refusal error={remove.error} />}
      onConfirm={() => remove.mutate({ query: { segment_uuid: segment.uuid } })}
    >
      {t('segment.deleteText', { count: segment.count })}
    </ConfirmDialog>
  )
}

function Refusal({ error }: { error: ApiError }) {
  const { t } = useTranslation('audience')
  const use = (error.data ?? {}) as Partial<SegmentUse>
  const { campaigns = [], segments = [] } = use
  if (campaigns.length + segments.length === 0) return say(error)
  const words = campaigns.length > 0 ? t('segment.inUse', { count: campaigns.length }) : t('segment.inRules')
  return (
    <>
      <p className="mb-2 font-medium">{words}</p>
      <UseList use={{ campaigns, segments }} />
    </>
  )
}
