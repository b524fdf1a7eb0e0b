import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { removeFromSegment } from '@notifly/contracts/contacts/bulk'
import { uuid } from '@notifly/contracts/fields'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { callWithMeta } from '../../../api/client.ts'
import { FormDialog } from '../../../components/form/FormDialog.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import type { Option } from '../../../ui/controls/options/option.ts'
import type { BulkDialogProps } from './AddToSegment.tsx'
import { useBulkOutcome } from './chosen.ts'
import { SegmentBox } from '../../../components/segments/SegmentBox.tsx'
import { useApprovalLabel } from '../../../components/approvals/use-approval-label.ts'

const schema = z.object({ segment_uuid: uuid })

/** Takes contacts out of a static segment; those who are not in it stay as they are. */
export function RemoveFromSegment({ chosen, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation('bulk')
  const approvalLabel = useApprovalLabel(ACTIVITY.segmentation)
  const [segment, setSegment] = useState<Option | null>(null)
  const tell = useBulkOutcome()
  const form = useApiForm(schema, { defaultValues: { segment_uuid: '' } })
  const save = form.submit(async ({ segment_uuid }) => {
    const { data, makerChecker } = await callWithMeta(removeFromSegment, { body: { ...chosen.choice, segment_uuid } })
    onClose()
    if (makerChecker) return
    onDone()
    await tell(data)
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('remove.which', { count: chosen.count })}
      description={t('remove.text')}
      onSubmit={save}
      action={approvalLabel(t('remove.button'))}
    >
      <Field label={t('segment.label')} error={form.errorOf('segment_uuid')}>
        <SegmentBox
          value={segment}
          onChange={next => {
            setSegment(next)
            form.setValue('segment_uuid', next?.value ?? '', { shouldValidate: next !== null })
          }}
        />
      </Field>
    </FormDialog>
  )
}
