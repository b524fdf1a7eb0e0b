import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'

/** What the owner's server and app have to call, for phones to get messages and for us to hear of them. */
export function AppPanel() {
  const { t } = useTranslation('channels')
  const { origin } = window.location
  return (
    <Panel title={t('app.title')}>
      <ol className="flex flex-col gap-4">
        <li className="flex flex-col gap-2">
          <h3 className="font-medium">{t('app.device')}</h3>
          <p className="text-ink-2">{t('app.deviceText')}</p>
          <CodeBlock
            copy
            code={`PUT ${origin}/api/v1/contacts/crm-12/devices
{ "platform": "android", "token": "…", "app_version": "4.2" }`}
          />
        </li>
        <li className="flex flex-col gap-2">
          <h3 className="font-medium">{t('app.receipt')}</h3>
          <p className="text-ink-2">{t('app.receiptText')}</p>
          <CodeBlock
            copy
            code={`POST ${origin}/sdk/v1/event
{ "token": "…", "event": "delivered" }`}
          />
        </li>
      </ol>
    </Panel>
  )
}
