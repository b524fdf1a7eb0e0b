import {
  listWebhookAttempts,
  readWebhookAttempt,
  replayWebhook,
  type Webhook,
} from '@notifly/contracts/webhooks/webhooks'
import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Data } from '../../api/client.ts'
import { useRead, useWrite } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { useMoments } from '../../components/display/use-moments.ts'
import { LogBody } from '../../components/logs/LogBody.tsx'
import { useZone } from '../../components/session/use-zone.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { KeyValues } from '../../ui/layout/KeyValues.tsx'
import { Drawer } from '../../ui/overlays/Drawer.tsx'
import { AnswerBadge } from './WebhookBadge.tsx'
import { useEventWords } from './use-event-words.ts'

export interface AttemptDrawerProps {
  webhook: Webhook
  /** The open one. */
  id: string | null
  mayUpdate: boolean
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** An attempt: the request, the response, and a button that sends the event again. */
export function AttemptDrawer({ webhook: { uuid }, id, mayUpdate, onClose, onPrevious, onNext }: AttemptDrawerProps) {
  const { t } = useTranslation('webhooks')
  const words = useEventWords()
  const input = { params: { attempt: id ?? '' }, query: { uuid } }
  const { data, error, refetch } = useRead(readWebhookAttempt, input, { enabled: id !== null })
  const write = useWrite(replayWebhook, {
    refreshes: [listWebhookAttempts],
    onDone: () => announce({ tone: 'success', message: t('again.one') }),
  })
  return (
    <Drawer
      open={id !== null}
      onOpenChange={onClose}
      title={data ? words.whole(data.event) : t('attempts.one')}
      subtitle={data?.type}
      status={data && <AnswerBadge {...data} />}
      onPrevious={onPrevious}
      onNext={onNext}
      footer={
        mayUpdate &&
        id !== null && (
          <Button
            icon={RotateCcw}
            loading={write.isPending}
            onClick={() => write.mutate({ body: { uuid, attempt_uuid: id } })}
          >
            {t('again.open')}
          </Button>
        )
      }
    >
      {error && <ReadFailure error={error} title={t('attempts.oneFailed')} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className="flex flex-col gap-3" aria-hidden>
          <Skeleton width="60%" />
          <Skeleton width="90%" />
          <Skeleton width="75%" />
        </div>
      )}
      {data && <Content key={data.uuid} attempt={data} />}
    </Drawer>
  )
}

function Content({ attempt }: { attempt: Data<typeof readWebhookAttempt> }) {
  const { t } = useTranslation('webhooks')
  const { number, longDate } = useDisplay(useZone())
  const { dayAndTime } = useMoments()
  const { answer, request, message_uuid: messageId, next_on: next } = attempt
  return (
    <div className="flex flex-col gap-5">
      <KeyValues
        lines
        texts
        items={[
          { id: 'when', label: t('attempts.when'), value: longDate(attempt.created_on) },
          { id: 'attempt', label: t('attempts.attempt'), value: number(attempt.attempt) },
          { id: 'duration', label: t('attempts.duration'), value: t('attempts.ms', { count: attempt.duration_ms }) },
          ...(next === null ? [] : [{ id: 'next', label: t('attempts.next'), value: dayAndTime(next) }]),
          {
            id: 'id',
            label: 'webhook-id',
            value: (
              <span className="inline-flex items-start gap-1">
                <bdi dir="ltr" className="font-mono text-12 wrap-anywhere">
                  {messageId}
                </bdi>
                <CopyButton text={messageId} iconOnly />
              </span>
            ),
          },
        ]}
      />
      <LogBody title={t('attempts.answer')} text={answer} none={t('attempts.emptyAnswer')} />
      <div className="flex flex-col gap-1">
        <LogBody title={t('attempts.request')} text={request ?? ''} none={t('attempts.noRequest')} />
        {request !== null && <p className="text-12 text-muted">{t('attempts.asNow')}</p>}
      </div>
    </div>
  )
}
