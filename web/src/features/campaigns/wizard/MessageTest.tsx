import type { Channel } from '@notifly/contracts/applications'
import { TEST_CALLS, type TestedPlatform } from '@notifly/contracts/campaign-calls'
import type { TestMailResult } from '@notifly/contracts/templates'
import { CircleCheck, CircleX, Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../../api/queries.ts'
import { answerWords } from '../../../components/channels/answer-words.ts'
import { setUpPath } from '../../../components/channels/channels.ts'
import { PageLink } from '../../../components/navigation/PageLink.tsx'
import { serverText } from '../../../locales/server-text.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import type { ContentDialogProps } from './channel-parts.tsx'
import { contentOf } from './values.ts'

const RECEIVERS_MAX = 10

/** Sends what stands in the wizard, saved or not: to phone numbers, or to the devices of contacts. */
export function MessageTest({ wizard, contactUuid, open, onOpenChange }: ContentDialogProps) {
  const { t } = useTranslation(['messages', 'common'])
  const { slug, channel, values } = wizard
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const send = useWrite(TEST_CALLS[testedHere(channel)], { failure: 'form' })
  const fault = send.error?.errors.find(({ field }) => field === 'receivers')
  const kind = channel === 'whatsapp' ? 'numbers' : 'devices'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Spaces stand inside of numbers.
    const receivers = typed
      .split(/[,;\n]+/)
      .map(each => each.trim())
      .filter(each => each !== '')
    if (receivers.length === 0) return setError(t(`test.${kind}.none`))
    if (receivers.length > RECEIVERS_MAX) return setError(t('test.tooMany', { count: RECEIVERS_MAX }))
    setError(undefined)
    const who = contactUuid === undefined ? {} : { contact_uuid: contactUuid }
    send.mutate({ body: { content: contentOf(channel, values), receivers, ...who } })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('test.title')}
      description={t(`test.${kind}.lead`)}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common:ui.close')}</Button>
          <Button type="submit" variant="primary" icon={Send} loading={send.isPending}>
            {t('test.send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label={t(`test.${kind}.label`)}
          help={t(`test.${kind}.help`)}
          error={error ?? (fault && serverText(fault.message))}
        >
          <TextInput
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
            dir="ltr"
            maxLength={2000}
            {...(kind === 'numbers' && { type: 'tel', autoComplete: 'tel', placeholder: '+91 98765 43210' })}
          />
        </Field>
        {send.error && !fault && (
          <Alert tone="danger" live>
            {serverText(send.error.message)}{' '}
            {send.error.status === 409 && (
              <PageLink to={setUpPath(slug, channel)} tone="link">
                {t('setUp', { channel: t(`common:channel.${channel}`) })}
              </PageLink>
            )}
          </Alert>
        )}
        {send.data && <Results results={send.data.data} />}
      </div>
    </Dialog>
  )
}

function testedHere(channel: Channel): TestedPlatform {
  if (channel === 'email' || channel === 'sms') throw new Error(`tests of ${channel} have a dialog of their own`)
  return channel
}

function Results({ results }: { results: readonly TestMailResult[] }) {
  return (
    <ul role="status" className="flex flex-col gap-2">
      {results.map(({ receiver, ok, message }, index) => (
        // A contact may have several devices.
        <li key={index} className="flex gap-2.5">
          <Icon of={ok ? CircleCheck : CircleX} className={cx('mt-0.5', ok ? 'text-success-ink' : 'text-danger-ink')} />
          <div className="min-w-0">
            <p className="tnum font-medium wrap-anywhere">
              <bdi dir="ltr">{receiver}</bdi>
            </p>
            <p className={cx('text-12 wrap-anywhere', ok ? 'text-muted' : 'text-danger-ink')}>{answerWords(message)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
