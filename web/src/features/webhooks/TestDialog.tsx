import { WEBHOOK_EVENTS } from '@notifly/contracts/webhooks/events'
import { testWebhook, type Webhook } from '@notifly/contracts/webhooks/webhooks'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Data } from '../../api/client.ts'
import { useWrite } from '../../api/queries.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { LogBody } from '../../components/logs/LogBody.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Combobox } from '../../ui/controls/options/Combobox.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { AnswerBadge } from './WebhookBadge.tsx'
import { useEventWords } from './use-event-words.ts'

export interface TestDialogProps {
  webhook: Webhook
  onClose: () => void
}

/** Sends an example of an event and shows the response. */
export function TestDialog({ webhook: { uuid, name, events }, onClose }: TestDialogProps) {
  const { t } = useTranslation(['webhooks', 'common'])
  const words = useEventWords()
  const options = WEBHOOK_EVENTS.map(event => ({
    value: String(event.id),
    label: words.whole(event.id),
    help: event.name,
  }))
  const [event, setEvent] = useState(String(events[0] ?? WEBHOOK_EVENTS[0]?.id))
  const write = useWrite(testWebhook, { failure: 'form', success: 'silent' })
  return (
    <Dialog
      onOpenChange={onClose}
      size="lg"
      title={t('test.title', { name })}
      description={t('test.lead')}
      onSubmit={submit => {
        submit.preventDefault()
        if (!write.isPending) write.mutate({ body: { uuid, event: Number(event) } })
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('common:ui.close')}</Button>
          <Button type="submit" variant="primary" icon={Send} loading={write.isPending}>
            {t('test.action')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormFailure error={write.error ?? undefined} />
        <Field label={t('test.event')}>
          <Combobox
            options={options}
            value={options.find(({ value }) => value === event) ?? null}
            onChange={option => option && setEvent(option.value)}
          />
        </Field>
        {write.data && <Exchange exchange={write.data.data} />}
      </div>
    </Dialog>
  )
}

function Exchange({ exchange }: { exchange: Data<typeof testWebhook> }) {
  const { t } = useTranslation('webhooks')
  return (
    <>
      <p role="status" className="tnum flex items-center gap-2">
        <AnswerBadge {...exchange} />
        {t(exchange.ok ? 'test.ok' : 'test.failed', { count: exchange.duration_ms })}
      </p>
      <LogBody title={t('attempts.answer')} text={exchange.answer} none={t('attempts.emptyAnswer')} />
      <LogBody title={t('attempts.request')} text={exchange.request} none="" />
    </>
  )
}
