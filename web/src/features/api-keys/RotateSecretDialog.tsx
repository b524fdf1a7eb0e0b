import { type ApiKey, listApiKeys, rotateClientSecret } from '@notifly/contracts/api-keys/api-keys'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { RadioRows } from '../../ui/controls/RadioRows.tsx'

/** How long the old secret goes on, in hours. */
const HOURS = { day: 24, week: 168, now: 0 }
const CHOICES = ['day', 'week', 'now'] as const

const schema = z.object({ until: z.enum(CHOICES) })

export interface RotateSecretDialogProps {
  apiKey: ApiKey
  /** After it has closed: the key has its new secret. */
  onRotated: (key: ApiKey) => void
  onClose: () => void
}

/** Gives a key a new secret, and the programs that use it time to take it over. */
export function RotateSecretDialog({ apiKey, onRotated, onClose }: RotateSecretDialogProps) {
  const { t } = useTranslation('keys')
  const form = useApiForm(schema, { defaultValues: { until: 'day' } })
  const rotate = form.submit(async ({ until }) => {
    const key = await call(rotateClientSecret, {
      body: { client_id: apiKey.client_id, old_secret_hours: HOURS[until] },
    })
    await refresh(listApiKeys)
    onClose()
    onRotated(key)
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('rotate.title', { name: apiKey.name })}
      description={t('rotate.text')}
      onSubmit={rotate}
      action={t('rotate.action')}
    >
      <Field
        label={t('rotate.until')}
        help={[t('rotate.tokens'), apiKey.old_secret_until !== null && t('rotate.twice')].filter(Boolean).join(' ')}
      >
        <Controller
          control={form.control}
          name="until"
          render={({ field: { value, onChange } }) => (
            <RadioRows
              rows={CHOICES.map(choice => ({ value: choice, title: t(`rotate.${choice}`) }))}
              value={value}
              onChange={onChange}
            />
          )}
        />
      </Field>
    </FormDialog>
  )
}
