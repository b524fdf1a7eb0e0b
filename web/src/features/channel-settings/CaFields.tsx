import { SMTP } from '@notifly/contracts/channel-settings/smtp'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import type { DkimFieldsProps } from './DkimFields.tsx'
import { SettingRow } from './SettingRow.tsx'

interface CaCertificate {
  subject: string
  fingerprint: string
  valid_until: number
}

/** The authority that alone is trusted with the server's certificate, and which ones are stored. */
export function CaFields({ form, saved, asked, readOnly }: DkimFieldsProps) {
  const { t } = useTranslation('channels')
  const { longDate } = useDisplay(useZone())
  const [chosen, setChosen] = useState<boolean>()
  const hasError = form.formState.errors['ca_certificate'] !== undefined
  const stored = (saved?.answer['ca_certificates'] ?? []) as readonly CaCertificate[]
  return (
    <Disclosure title={t('ca.title')} open={hasError || (chosen ?? stored.length > 0)} onOpenChange={setChosen}>
      <div className="flex flex-col gap-4 p-4" data-info="ca_certificate">
        <p className="text-ink-2">{t('ca.lead')}</p>
        <SettingRow
          form={form}
          name="ca_certificate"
          field={SMTP.fields.ca_certificate}
          stored={saved?.settings}
          asked={asked}
          readOnly={readOnly}
        />
        {stored.map(({ subject, fingerprint, valid_until }) => (
          <dl key={fingerprint} className="grid gap-x-4 gap-y-1 text-12 sm:grid-cols-[max-content_1fr]">
            <dt className="text-muted">{t('ca.subject')}</dt>
            <dd className="wrap-anywhere">{subject}</dd>
            <dt className="text-muted">{t('ca.fingerprint')}</dt>
            <dd className="font-mono wrap-anywhere" dir="ltr">
              {fingerprint}
            </dd>
            <dt className="text-muted">{t('ca.validUntil')}</dt>
            <dd>{longDate(valid_until)}</dd>
          </dl>
        ))}
      </div>
    </Disclosure>
  )
}
