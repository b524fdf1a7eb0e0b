import { type Approval, APPROVAL_STATUS } from '@notifly/contracts/approvals/approvals'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../ui/feedback/Alert.tsx'
import type { Values } from '../changes/change-rows.ts'
import { ChangeTable } from '../changes/ChangeTable.tsx'
import { HtmlChange } from '../changes/HtmlChange.tsx'
import { useZone } from '../session/use-zone.ts'
import { PartFailure } from '../states/PartFailure.tsx'
import { CampaignReach } from './CampaignReach.tsx'
import { textIn } from './request-address.ts'
import { campaignInWords, changeOf, formInWords, furtherMails, keyInWords } from './request-values.ts'
import { useCampaignWords } from './use-campaign-words.ts'
import { useWhatsappWords, whatsappInWords } from './whatsapp-values.ts'

const MAILS = ['html', 'emailBody']

/** The changes of a request: fields in words, emails rendered. */
export function RequestChange({ request }: { request: Approval }) {
  const { t } = useTranslation(['approvals', 'keys'])
  const zone = useZone()
  const isCampaign = request.command.startsWith('campaign.')
  const isForm = request.command.startsWith('sign-up-form.')
  const { words, failed } = useCampaignWords(isCampaign || isForm)
  const change = changeOf(request, t('newSecret'))
  const whatsapp = useWhatsappWords(change)
  const inWords = (values: Values | null) => {
    if (isCampaign) return campaignInWords(values, { ...words, whatsapp })
    if (isForm) return formInWords(values, words)
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
      {failed?.error && (
        <PartFailure error={failed.error} title={t('namesFailed')} onRetry={() => void failed.refetch()} />
      )}
      {isCampaign && <CampaignReach request={request} after={change.after} />}
      <ChangeTable
        before={isNew ? null : before}
        after={after}
        zone={zone}
        without={MAILS}
        afterTitle={isNew ? t('asRequested') : undefined}
      />
      {MAILS.map(field => {
        const sides = [before, after].map(values => mailIn(values, field))
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

function mailIn(values: Values | null, field: string): string | null {
  const text = values?.[field]
  return typeof text === 'string' && text !== '' ? text : null
}

/** How many contacts a file adds or changes, shown prominently for approvers. */
export function FileEffect({ request: { command, payload, status } }: { request: Approval }) {
  const { t } = useTranslation('approvals')
  if (status !== APPROVAL_STATUS.pending) return null
  const count = (field: string) => (typeof payload[field] === 'number' ? payload[field] : 0)
  if (command === 'import.insert') {
    const segment = textIn(payload, 'segment_name')
    return (
      <Alert tone="warning" title={t('file.insert', { count: count('expected_users'), segment })}>
        {t('file.insertText', {
          new: count('new'),
          updated: count('updated'),
          rows: count('rows_total'),
          rejected: count('rejected'),
        })}
      </Alert>
    )
  }
  if (command !== 'contact.bulk-update') return null
  return (
    <Alert tone="warning" title={t('file.update', { count: count('updated') })}>
      {t('file.updateText', {
        rows: count('rows_total'),
        unchanged: count('unchanged'),
        missing: count('not_found'),
      })}
    </Alert>
  )
}
