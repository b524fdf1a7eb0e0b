import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { PreviewNotes } from '../form/PreviewNotes.tsx'
import type { LiveSms } from './use-sms-preview.ts'

export interface SmsPhoneProps {
  preview: LiveSms
  /** Shown above the message on the phone. */
  sender?: string | undefined
}

/** The message on the recipient's phone. */
export function SmsPhone({ preview, sender }: SmsPhoneProps) {
  const { t } = useTranslation('sms')
  const { data, error } = preview
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PreviewNotes preview={preview} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the region scrolls, so that keys must reach it */}
      <div role="region" tabIndex={0} aria-label={t('preview.kind')} className="min-h-0 flex-1 overflow-auto p-6">
        <div className="mx-auto flex min-h-112 max-w-84 flex-col rounded-[36px] border-8 border-[light-dark(#1c1f27,#2c313d)] bg-surface">
          <div className="border-b border-line px-4 pt-4 pb-2.5 text-center">
            <p className="truncate font-semibold">
              <bdi>{sender ?? t('preview.sender')}</bdi>
            </p>
            <p className="text-12 text-muted">{t('preview.kind')}</p>
          </div>
          <div className="flex flex-1 flex-col justify-end p-4 pb-8">
            {data === undefined && error === undefined ? (
              <Skeleton height="4rem" width="80%" />
            ) : (
              <SmsBubble preview={preview} />
            )}
          </div>
        </div>
      </div>
    </div>
  )
}

/** Only the message, as a phone shows it. */
export function SmsBubble({ preview: { text, isBroken } }: { preview: LiveSms }) {
  const { t } = useTranslation('sms')
  return (
    <div className="max-w-[88%] self-start">
      <p
        dir="auto"
        className="rounded-[16px] rounded-es-[4px] bg-neutral-soft px-3 py-2 text-14 leading-5 wrap-anywhere whitespace-pre-wrap"
      >
        {text === '' ? <span className="text-muted">{t(isBroken ? 'preview.broken' : 'preview.empty')}</span> : text}
      </p>
    </div>
  )
}
