import { epochSeconds } from '@notifly/contracts/fields'
import {
  listWebhookAttempts,
  listWebhooks,
  recoverWebhook,
  replayWebhook,
  type Webhook,
} from '@notifly/contracts/webhooks/webhooks'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { useMoments } from '../../components/display/use-moments.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { RadioRows } from '../../ui/controls/RadioRows.tsx'
import { MomentField } from './MomentField.tsx'

/** The deliveries to send again, and since when. */
export interface Again {
  /** What was given up, or everything. */
  which: 'failed' | 'all'
  /** Epoch seconds; absent: a day ago. */
  since?: number | undefined
}

export interface SendAgainDialogProps {
  webhook: Webhook
  from: Again
  onClose: () => void
}

const schema = z.object({ which: z.enum(['failed', 'all']), since: epochSeconds })
const DAY_SECONDS = 86_400

/** Sends again what failed since a moment; if that is too much for one call, another one continues from where it ended. */
export function SendAgainDialog({ webhook: { uuid, name }, from, onClose }: SendAgainDialogProps) {
  const { t } = useTranslation('webhooks')
  const { within } = useMoments()
  const [done, setDone] = useState<{ count: number; moreSince: number }>()
  const [yesterday] = useState(() => Math.floor(Date.now() / 1000) - DAY_SECONDS)
  const form = useApiForm(schema, { defaultValues: { which: from.which, since: from.since ?? yesterday } })
  const send = form.submit(async ({ which, since }) => {
    const body = { uuid, since: done?.moreSince ?? since }
    const answer = await call(which === 'all' ? recoverWebhook : replayWebhook, { body })
    const count = (done?.count ?? 0) + answer.count
    await Promise.all([refresh(listWebhookAttempts), refresh(listWebhooks)])
    if (answer.more_since !== null) return setDone({ count, moreSince: answer.more_since })
    onClose()
    announce({
      tone: count === 0 ? 'info' : 'success',
      message: count === 0 ? t('again.none') : t('again.count', { count }),
    })
  })
  return (
    <FormDialog
      form={form}
      title={t('again.title', { name })}
      onClose={onClose}
      onSubmit={send}
      action={t(done ? 'again.more' : 'again.open')}
    >
      {done ? (
        <Alert tone="success" live title={t('again.count', { count: done.count })}>
          {t('again.moreSince', { time: within(done.moreSince) })}
        </Alert>
      ) : (
        <>
          <Field label={t('again.which')}>
            <Controller
              control={form.control}
              name="which"
              render={({ field: { value, onChange } }) => (
                <RadioRows
                  value={value}
                  onChange={onChange}
                  rows={(['failed', 'all'] as const).map(each => ({
                    value: each,
                    title: t(`again.${each}`),
                    help: t(`again.${each}Help`),
                  }))}
                />
              )}
            />
          </Field>
          <Controller
            control={form.control}
            name="since"
            render={({ field: { value, onChange } }) => (
              <MomentField label={t('again.since')} value={value} onChange={onChange} error={form.errorOf('since')} />
            )}
          />
        </>
      )}
    </FormDialog>
  )
}
