import type { MergeField } from '@notifly/contracts/contacts/audience'
import { SMS_SOURCE_MAX } from '@notifly/contracts/sms/sms'
import { type Ref, useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MergeText } from '../fields/MergeText.tsx'
import { SmsSize } from './SmsSize.tsx'
import type { LiveSms } from './use-sms-preview.ts'

/** Methods of the editor for the surrounding page. */
export interface SmsComposerHandle {
  /** Moves the cursor; line and column start at 1. */
  goTo: (place: { line: number; column: number }) => void
}

export interface SmsComposerProps {
  /** The Liquid source. */
  value: string
  onChange: (value: string) => void
  /** The text for one recipient. Without it the source itself is measured. */
  preview?: LiveSms | undefined
  fields: readonly MergeField[]
  readOnly?: boolean
  error?: string | undefined
  ref?: Ref<SmsComposerHandle>
}

/** The editor of a text message. Inserts merge fields at the cursor and shows the message's size while typing. */
export function SmsComposer({ value, onChange, preview, fields, readOnly = false, error, ref }: SmsComposerProps) {
  const { t } = useTranslation('sms')
  const area = useRef<HTMLTextAreaElement>(null)
  const goTo: SmsComposerHandle['goTo'] = place => {
    const at = offsetIn(value, place)
    area.current?.focus()
    area.current?.setSelectionRange(at, at)
  }
  useImperativeHandle(ref, () => ({ goTo }))
  return (
    <div className="flex flex-col gap-2">
      <MergeText
        long
        ref={area}
        label={t('composer.text')}
        value={value}
        onChange={onChange}
        fields={fields}
        error={error}
        readOnly={readOnly}
        maxLength={SMS_SOURCE_MAX}
        placeholder={t('composer.placeholder')}
        className="min-h-40 text-14!"
      />
      {!preview?.isBroken && (
        <SmsSize
          text={preview?.data === undefined ? value.trim() : preview.text}
          source={value}
          countedFor={preview?.data?.contact?.name}
          range={preview?.data?.range}
          onChange={readOnly ? undefined : onChange}
        />
      )}
    </div>
  )
}

function offsetIn(source: string, { line, column }: { line: number; column: number }): number {
  const before = source.split('\n').slice(0, line - 1)
  return before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1
}
