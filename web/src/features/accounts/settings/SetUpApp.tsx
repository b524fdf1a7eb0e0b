import { toggleMfa } from '@notifly/contracts/accounts/security'
import { sentenceKey } from '@notifly/contracts/sentences/sentence'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../../api/client.ts'
import { FormFailure } from '../../../components/form/FormFailure.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { CopyButton } from '../../../ui/controls/CopyButton.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'

const schema = z.object({
  otp: z.string().check(z.trim(), z.minLength(1, sentenceKey('fields.required')), z.maxLength(20)),
})

interface SetUpAppProps {
  secret: string
  /** What the QR code says. */
  url: string
  onCodes: (codes: string[]) => Promise<void>
  onCancel: () => void
}

/** Three steps in one panel: scan, or type the secret; then enter a code as proof that the app has it. */
export function SetUpApp({ secret, url, onCodes, onCancel }: SetUpAppProps) {
  const { t } = useTranslation(['settings', 'common'])
  const form = useApiForm(schema, { defaultValues: { otp: '' } })
  const turnOn = form.submit(async ({ otp }) => {
    const { recovery_codes: codes = [] } = await call(toggleMfa, { body: { enable: true, otp } })
    await onCodes(codes)
  })
  return (
    <form noValidate onSubmit={turnOn}>
      <Panel title={t('mfa.setUp')}>
        <div className="flex flex-wrap gap-5">
          <QrCode text={url} label={t('mfa.qr')} />
          <div className="flex min-w-0 flex-1 basis-60 flex-col gap-4">
            <p className="text-ink-2">{t('mfa.scan')}</p>
            <div className="flex flex-col gap-1.5">
              <span className="text-12 text-muted">{t('mfa.byHand')}</span>
              <div className="flex items-center gap-2">
                <code className="min-w-0 font-mono text-12 wrap-anywhere">{grouped(secret)}</code>
                <CopyButton text={secret} />
              </div>
            </div>
            <FormFailure error={form.failure} />
            <Field label={t('mfa.code')} help={t('mfa.codeHelp')} error={form.errorOf('otp')}>
              <TextInput {...form.register('otp')} mono inputMode="numeric" autoComplete="one-time-code" autoFocus />
            </Field>
            <div className="flex flex-wrap justify-end gap-2">
              <Button onClick={onCancel}>{t('common:ui.cancel')}</Button>
              <Button type="submit" variant="primary" loading={form.formState.isSubmitting}>
                {t('mfa.turnOn')}
              </Button>
            </div>
          </div>
        </div>
      </Panel>
    </form>
  )
}

/** In groups of four letters, as apps show it. */
function grouped(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}

/** The width of the quiet zone around the code in cells, which scanners need (ISO/IEC 18004, 9.1). */
const QUIET = 4

/** A QR code, black on white in both themes. Its encoder is loaded when the first one is shown. */
function QrCode({ text, label }: { text: string; label: string }) {
  const [rows, setRows] = useState<readonly boolean[][]>()
  useEffect(() => {
    let isGone = false
    const draw = async () => {
      const { encodeQR } = await import('qr')
      if (!isGone) setRows(encodeQR(text, 'raw', { border: QUIET, ecc: 'medium' }))
    }
    void draw()
    return () => {
      isGone = true
    }
  }, [text])
  if (!rows) return <Skeleton width="11rem" height="11rem" className="rounded-2" />
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      className="size-44 shrink-0 rounded-2 border border-line bg-white"
      shapeRendering="crispEdges"
    >
      <path d={outline(rows)} fill="#000" />
    </svg>
  )
}

/** One square for each dark cell. */
function outline(rows: readonly boolean[][]): string {
  return rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
}
