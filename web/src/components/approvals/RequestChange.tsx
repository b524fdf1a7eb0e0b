import type { Approval } from '@notifly/contracts/approvals/approvals'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { ChangeTable } from '../changes/ChangeTable.tsx'
import { HtmlChange } from '../changes/HtmlChange.tsx'
import type { Values } from '../changes/change-rows.ts'
import { useZone } from '../session/use-zone.ts'
import { FileEffect } from './FileEffect.tsx'
import { campaignInWords, changeOf, furtherMails, keyInWords } from './request-values.ts'
import { useCampaignWords } from './use-campaign-words.ts'
import { useWhatsappWords } from './use-whatsapp-words.ts'
import { whatsappInWords } from './whatsapp-values.ts'

const MAILS = ['html', 'emailBody']

/** What a request changes: fields in words, mails as they look. */
export function RequestChange({ request }: { request: Approval }) {
  const { t } = useTranslation(['approvals', 'keys'])
  const zone = useZone()
  const isCampaign = request.command.startsWith('campaign.')
  const words = useCampaignWords(isCampaign)
  const change = changeOf(request, t('newSecret'))
  const whatsapp = useWhatsappWords(change)
  const inWords = (values: Values | null) => {
    if (isCampaign) return campaignInWords(values, { ...words, whatsapp })
    if (request.command.startsWith('whatsapp-template.')) return whatsappInWords(values, whatsapp)
    return request.command.startsWith('key.')
      ? keyInWords(values, scope => t(`keys:scopes.${scope.replace(':', '-')}`))
      : values
  }
  const before = inWords(change.before)
  const after = inWords(change.after)
  const isNew = request.before === null && after !== null
  return (
    <div className="flex flex-col gap-4">
      {change.hasMoved && <Alert tone="warning">{t('moved')}</Alert>}
      <FileEffect request={request} />
      {after === null && (
        <Alert tone="warning" title={t('deletes.title')}>
          {t('deletes.text')}
        </Alert>
      )}
      <ChangeTable
        before={isNew ? null : before}
        after={after}
        zone={zone}
        without={MAILS}
        afterTitle={isNew ? t('asRequested') : undefined}
      />
      {MAILS.map(field => {
        const sides = [before, after].map(values => textIn(values, field))
        const [earlier = null, later = null] = sides
        const isSame = earlier === later
        if (sides.every(side => side === null) || (isSame && request.command !== 'campaign.launch')) return null
        return (
          <HtmlChange
            key={field}
            title={t('mail')}
            before={isSame ? null : earlier}
            after={after === null ? null : later}
          />
        )
      })}
      {isCampaign &&
        furtherMails(change.after, words).map(({ name, html }) => (
          <HtmlChange key={name} title={name} before={null} after={html} />
        ))}
    </div>
  )
}

function textIn(values: Values | null, field: string): string | null {
  const text = values?.[field]
  return typeof text === 'string' && text !== '' ? text : null
}
