import type { Channel } from '@notifly/contracts/applications/applications'
import type { TestMessageResult } from '@notifly/contracts/campaigns/calls'
import { isUuid } from '@notifly/contracts/fields'
import { CircleCheck, CircleX, Send } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/api-error.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Icon } from '../../ui/layout/Icon.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { setUpPath } from '../channels/channels.ts'
import { useDeviceWords } from '../display/use-device-words.ts'
import { PageLink } from '../navigation/PageLink.tsx'
import { useSlug } from '../navigation/use-pages.ts'

export interface TestSendDialogProps {
  channel: Channel
  lead: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Validates the input, and sends. */
  onSend: () => void
  isSending: boolean
  /** An error that belongs to no field. */
  failure: ApiError | undefined
  /** The part of the message that the error is about. */
  failedAt?: string | undefined
  results: readonly TestMessageResult[] | undefined
  /** Below the results. */
  after?: ReactNode
  children: ReactNode
}

/** Invalid entries. */
const WRONG = '[aria-invalid="true"], [data-invalid] [role="checkbox"]'

/** The dialog of every test send: receivers, then the result of each message. */
export function TestSendDialog(props: TestSendDialogProps) {
  const { channel, lead, open, onOpenChange, onSend, isSending, failure, failedAt, results, after } = props
  const slug = useSlug()
  const { t } = useTranslation(['test-send', 'common'])
  const body = useRef<HTMLDivElement | null>(null)
  const [asked, setAsked] = useState(0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(times => times + 1)
    onSend()
  }
  useEffect(() => {
    if (asked > 0 && !isSending) body.current?.querySelector<HTMLElement>(WRONG)?.focus()
  }, [asked, isSending])
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('title')}
      description={lead}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common:ui.close')}</Button>
          <Button type="submit" variant="primary" icon={Send} loading={isSending}>
            {t('send')}
          </Button>
        </>
      }
    >
      <div ref={body} className="flex flex-col gap-4">
        {props.children}
        {failure && (
          <Alert tone="danger" live>
            {failedAt && `${failedAt}: `}
            {translateSentence(failure)}{' '}
            {failure.status === 409 && (
              <PageLink to={setUpPath(slug, channel)} tone="link">
                {t('setUp', { channel: t(`common:channel.${channel}`) })}
              </PageLink>
            )}
          </Alert>
        )}
        <div role="status" className="flex flex-col gap-2 empty:hidden">
          {results && <TestResults results={results} />}
          {results && after}
        </div>
      </div>
    </Dialog>
  )
}

/** The result of each message of a test. */
function TestResults({ results }: { results: readonly TestMessageResult[] }) {
  const deviceWords = useDeviceWords()
  return (
    <ul className="flex flex-col gap-2">
      {results.map(({ receiver, receiver_sentence: own, device, ok, ...said }, index) => (
        // Keyed by index: a contact may have several devices.
        <li key={index} className="flex gap-2.5">
          <Icon of={ok ? CircleCheck : CircleX} className={cx('mt-0.5', ok ? 'text-success-ink' : 'text-danger-ink')} />
          <div className="min-w-0">
            <p className="tnum font-medium wrap-anywhere">
              {/* A device's id is hidden, because its name says more. */}
              {!(device !== undefined && isUuid(receiver)) && (
                <bdi dir="ltr">{translateSentence({ message: receiver, ...own })}</bdi>
              )}
              {device !== undefined && !isUuid(receiver) && ' · '}
              {device !== undefined && <bdi>{deviceWords(device)}</bdi>}
            </p>
            <p className={cx('text-12 wrap-anywhere', ok ? 'text-muted' : 'text-danger-ink')}>
              {translateSentence(said)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
