import { WEBHOOK_BATCH_MAX } from '@notifly/contracts/webhooks/webhooks'
import { type ReactNode, useState } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { LeaveGuard } from '../../components/form/LeaveGuard.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { NumberInput } from '../../ui/controls/NumberInput.tsx'
import { RadioRows } from '../../ui/controls/RadioRows.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Stack } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { EventsField } from './EventsField.tsx'
import { savedBody, type WebhookBody, type WebhookFields, webhookSchema, type WebhookValues } from './webhook-fields.ts'

interface WebhookFormProps {
  values: WebhookValues
  /** The verb of the button. */
  action: string
  /** Writes; what the form has then is saved. */
  onSave: (body: WebhookBody) => Promise<unknown>
  readOnly?: boolean
  /** Beside the button that saves. */
  cancel?: ReactNode
}

/** A webhook's address, its events, and how many of them are sent in one request. */
export function WebhookForm({ values, action, onSave, readOnly = false, cancel }: WebhookFormProps) {
  const { t } = useTranslation('webhooks')
  const form: WebhookFields = useApiForm(webhookSchema, { defaultValues: values })
  const { isDirty, isSubmitting } = form.formState
  const [round, setRound] = useState(0)
  const discard = () => {
    form.reset()
    setRound(round + 1)
  }
  const save = form.submit(async body => {
    await onSave(savedBody(body))
    form.reset(form.getValues())
  })
  return (
    <form noValidate onSubmit={save}>
      <LeaveGuard dirty={isDirty && !isSubmitting} />
      <Stack>
        <FormFailure error={form.failure} />
        <Panel title={t('form.endpoint')}>
          <EndpointFields form={form} readOnly={readOnly} />
        </Panel>
        <Panel title={t('form.events')}>
          <Controller
            control={form.control}
            name="events"
            render={({ field: { value, onChange, ref } }) => (
              <EventsField
                value={value}
                onChange={onChange}
                error={form.errorOf('events') ?? form.errorOf('events.0') ?? form.errorOf('platforms')}
                readOnly={readOnly}
                focusRef={ref}
              />
            )}
          />
        </Panel>
        <Panel title={t('form.delivery')}>
          <BatchField key={round} form={form} readOnly={readOnly} />
        </Panel>
        {!readOnly && (
          <div className="flex flex-wrap items-center justify-end gap-2">
            <span role="status" className="me-1 text-12 text-muted">
              {isDirty && t('form.unsaved')}
            </span>
            {cancel ?? (
              <Button onClick={discard} disabled={!isDirty}>
                {t('form.discard')}
              </Button>
            )}
            <Button type="submit" variant="primary" loading={isSubmitting}>
              {action}
            </Button>
          </div>
        )}
      </Stack>
    </form>
  )
}

interface PartProps {
  form: WebhookFields
  readOnly: boolean
}

function EndpointFields({ form, readOnly }: PartProps) {
  const { t } = useTranslation('webhooks')
  const shared = { readOnly, autoComplete: 'off' }
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('form.url')} help={t('form.urlHelp')} error={form.errorOf('webhook_url')}>
        <TextInput
          {...form.register('webhook_url')}
          {...shared}
          mono
          dir="ltr"
          type="url"
          inputMode="url"
          maxLength={2000}
          placeholder="https://example.com/webhooks"
        />
      </Field>
      <Field label={t('form.name')} error={form.errorOf('name')}>
        <TextInput {...form.register('name')} {...shared} maxLength={60} placeholder={t('form.nameExample')} />
      </Field>
      <Field label={t('form.description')} optional error={form.errorOf('description')}>
        <TextInput {...form.register('description')} {...shared} maxLength={300} />
      </Field>
    </div>
  )
}

/** The size of a batch until a person enters one. */
const USUAL_BATCH = 20
const WHOLE = { maximumFractionDigits: 0 }

function BatchField({ form, readOnly }: PartProps) {
  const { t } = useTranslation('webhooks')
  const batch = form.watch('batch')
  const [isTogether, setTogether] = useState(batch !== 1)
  return (
    <Field label={t('form.batch')} error={form.errorOf('batch')}>
      <Controller
        control={form.control}
        name="batch"
        render={({ field: { value, onChange, onBlur } }) => (
          <RadioRows
            value={isTogether ? 'several' : 'one'}
            disabled={readOnly}
            onChange={choice => {
              setTogether(choice === 'several')
              onChange(choice === 'several' ? USUAL_BATCH : 1)
            }}
            rows={[
              { value: 'one', title: t('form.one'), help: t('form.oneHelp') },
              {
                value: 'several',
                title: t('form.several'),
                help: t('form.severalHelp'),
                control: isTogether && (
                  <NumberInput
                    aria-label={t('form.most')}
                    value={value ?? null}
                    onChange={onChange}
                    onBlur={onBlur}
                    min={2}
                    max={WEBHOOK_BATCH_MAX}
                    allowOutOfRange
                    format={WHOLE}
                    disabled={readOnly}
                    suffix={t('form.unit', { count: value ?? 0 })}
                    className="w-36"
                  />
                ),
              },
            ]}
          />
        )}
      />
    </Field>
  )
}
