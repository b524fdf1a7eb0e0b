import { text } from '@notifly/contracts/fields'
import { SEGMENT_NAME_MAX } from '@notifly/contracts/imports/imports'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { FormDialog } from '../form/FormDialog.tsx'
import { useApiForm } from '../form/use-api-form.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'

const schema = z.object({ segment_name: text(SEGMENT_NAME_MAX) })

export interface SegmentNameDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** Label of the submit button. */
  action: string
  name: string
  /** Saves the name. Errors from the server are shown at the field. */
  onSave: (name: string) => Promise<void>
}

/** Asks for a segment's name. */
export function SegmentNameDialog(props: SegmentNameDialogProps) {
  const { open, onOpenChange, title, description, action, name, onSave } = props
  const { t } = useTranslation('audience')
  const form = useApiForm(schema, { defaultValues: { segment_name: name } })
  const save = form.submit(async values => {
    await onSave(values.segment_name)
    form.reset(values)
    onOpenChange(false)
  })
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={() => onOpenChange(false)}
      title={title}
      description={description}
      onSubmit={save}
      action={action}
    >
      <Field label={t('segment.name')} error={form.errorOf('segment_name')}>
        <TextInput {...form.register('segment_name')} maxLength={SEGMENT_NAME_MAX} counter autoFocus />
      </Field>
    </FormDialog>
  )
}
