import { segmentName } from '@notifly/contracts/contacts/audience'
import { addToSegment } from '@notifly/contracts/contacts/bulk'
import { uuid } from '@notifly/contracts/fields'
import { SEGMENT_NAME_MAX } from '@notifly/contracts/imports/imports'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { callWithMeta } from '../../../api/client.ts'
import { FormDialog } from '../../../components/form/FormDialog.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import type { Option } from '../../../ui/controls/options/option.ts'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { type Chosen, useBulkOutcome } from './chosen.ts'
import { SegmentBox } from '../../../components/segments/SegmentBox.tsx'
import { useApprovalLabel } from '../../../components/approvals/use-approval-label.ts'

const SCHEMAS = {
  existing: z.object({ segment_uuid: uuid, segment_name: z.string() }),
  new: z.object({ segment_uuid: z.string(), segment_name: segmentName }),
}
const NONE = { segment_uuid: '', segment_name: '' }

export interface BulkDialogProps {
  chosen: Chosen
  onClose: () => void
  onDone: () => void
}

/** Puts contacts into a static segment, or into a new one under a name. */
export function AddToSegment({ chosen, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation(['bulk', 'audience'])
  const approvalLabel = useApprovalLabel(ACTIVITY.segmentation)
  const mayChange = useCan(ACTIVITY.segmentation, 'update')
  const [target, setTarget] = useState<'existing' | 'new'>(mayChange ? 'existing' : 'new')
  const [segment, setSegment] = useState<Option | null>(null)
  const tell = useBulkOutcome()
  const form = useApiForm(SCHEMAS[target], { defaultValues: NONE })
  const save = form.submit(async ({ segment_uuid, segment_name }) => {
    const body = { ...chosen.choice, ...(target === 'new' ? { segment_name } : { segment_uuid }) }
    const { data, makerChecker } = await callWithMeta(addToSegment, { body })
    onClose()
    if (makerChecker) return
    onDone()
    await tell(data)
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('add.title', { count: chosen.count })}
      onSubmit={save}
      action={approvalLabel(t('add.button'))}
    >
      {mayChange && (
        <Segmented
          block
          aria-label={t('segment.which')}
          value={target}
          onChange={next => {
            form.clearErrors()
            setTarget(next)
          }}
          segments={[
            { value: 'existing', label: t('segment.existing') },
            { value: 'new', label: t('segment.new') },
          ]}
        />
      )}
      {target === 'new' ? (
        <Field label={t('audience:segment.name')} error={form.errorOf('segment_name')}>
          <TextInput {...form.register('segment_name')} maxLength={SEGMENT_NAME_MAX} counter autoFocus />
        </Field>
      ) : (
        <Field label={t('segment.label')} error={form.errorOf('segment_uuid')}>
          <SegmentBox
            value={segment}
            onChange={next => {
              setSegment(next)
              form.setValue('segment_uuid', next?.value ?? '', { shouldValidate: next !== null })
            }}
          />
        </Field>
      )}
    </FormDialog>
  )
}
