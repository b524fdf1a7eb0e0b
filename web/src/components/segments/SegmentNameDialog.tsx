import { text } from '@notifly/contracts/fields'
import { SEGMENT_NAME_MAX } from '@notifly/contracts/imports/imports'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { FormFailure } from '../form/FormFailure.tsx'
import { useApiForm } from '../form/use-api-form.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'

const schema = z.object({ segment_name: text(SEGMENT_NAME_MAX) })

export interface SegmentNameDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** The verb of the button. */
  action: string
  name: string
  /** Writes; what it refuses stands at the field. */
  onSave: (name: string) => Promise<void>
}

/** Asks for a segment's name. */
export function SegmentNameDialog(props: SegmentNameDialogProps) {
  const { open, onOpenChange, title, description, action, name, onSave } = props
  const { t } = useTranslation(['audience', 'common'])
  const form = useApiForm(schema, { defaultValues: { segment_name: name } })
  const save = form.submit(async values => {
    await onSave(values.segment_name)
    form.reset(values)
    onOpenChange(false)
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      onSubmit={save}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common:ui.cancel')}</Button>
          <Button variant="primary" type="submit" loading={form.formState.isSubmitting}>
            {action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FormFailure error={form.failure} />
        <Field label={t('segment.name')} error={form.errorOf('segment_name')}>
          <TextInput {...form.register('segment_name')} maxLength={SEGMENT_NAME_MAX} counter autoFocus />
        </Field>
      </div>
    </Dialog>
  )
}
