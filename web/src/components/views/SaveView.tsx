import { createView, listViews, VIEW_NAME_MAX, type ViewList } from '@notifly/contracts/views/views'
import { text } from '@notifly/contracts/fields'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { useApiForm } from '../form/use-api-form.ts'
import type { Query } from './query.ts'

const schema = z.object({ name: text(VIEW_NAME_MAX), shared: z.boolean() })

/** Saves the list's current state as a view. */
export function SaveView({ list, query, onClose }: { list: ViewList; query: Query; onClose: () => void }) {
  const { t } = useTranslation('views')
  const form = useApiForm(schema, { defaultValues: { name: '', shared: false } })
  const save = form.submit(async values => {
    await call(createView, { body: { list, query, ...values } })
    await refresh(listViews)
    onClose()
    announce({ tone: 'success', message: t('saved') })
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('saveTitle')}
      description={t('saveHelp')}
      onSubmit={save}
      action={t('save')}
    >
      <Field label={t('name')} error={form.errorOf('name')}>
        <TextInput {...form.register('name')} maxLength={VIEW_NAME_MAX} autoFocus />
      </Field>
      <Checkbox
        checked={form.watch('shared')}
        onChange={shared => form.setValue('shared', shared)}
        label={t('share')}
      />
    </FormDialog>
  )
}
