import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { listWebhooks, type Webhook, WEBHOOKS_MAX } from '@notifly/contracts/webhooks/webhooks'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useReadPage } from '../../api/queries.ts'
import { pageField } from '../../components/lists/list-state.ts'
import { ListTable } from '../../components/lists/ListTable.tsx'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useCan } from '../../components/session/use-session.ts'
import { useZone, useZoneWords } from '../../components/session/use-zone.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { useWebhookColumns } from './webhook-columns.tsx'

const state = z.object({ page: pageField })

/** The endpoints that receive events, and the results of their deliveries. */
export function WebhooksPage() {
  const { t } = useTranslation('webhooks')
  const slug = useSlug()
  const mayCreate = useCan(ACTIVITY.webhook, 'create')
  const zone = useZone()
  const zoneWords = useZoneWords()
  const [{ page }, change] = useUrlState(state)
  // There are never more than fit on one page.
  const list = useReadPage(listWebhooks, { query: { page, per_page: WEBHOOKS_MAX } })
  const columns = useWebhookColumns(zone)
  const createButton = (variant?: 'primary') =>
    mayCreate && (
      <ButtonLink variant={variant} icon={Plus} href={paths.webhookEdit(slug, 'new')}>
        {t('list.new')}
      </ButtonLink>
    )
  return (
    <TitledPage
      title={t('title')}
      facts={[t('lead'), zoneWords].filter(Boolean).join(' · ')}
      actions={createButton('primary')}
    >
      <TurnedOff webhooks={list.data?.rows ?? []} />
      <ListTable
        list={list}
        page={page}
        perPage={WEBHOOKS_MAX}
        change={change}
        failed={t('list.failed')}
        label={t('title')}
        columns={columns}
        rowId={row => row.uuid}
        rowName={row => row.name}
        empty={
          <StateCard
            kind="empty"
            icon={WebhookIcon}
            title={t(mayCreate ? 'list.empty' : 'list.none')}
            actions={createButton()}
          >
            {t('list.emptyText')}
          </StateCard>
        }
      />
    </TitledPage>
  )
}

/** Names of those that Notifly turned off. */
function TurnedOff({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { t } = useTranslation('webhooks')
  const slug = useSlug()
  const off = webhooks.filter(({ status }) => status === 'gone' || status === 'failing')
  if (off.length === 0) return null
  return (
    <Alert tone="danger" className="mb-4" title={t('list.off', { count: off.length })}>
      {t('list.offText')}{' '}
      {off.map(({ uuid, name }, index) => (
        <span key={uuid}>
          {index > 0 && ' · '}
          <Link href={paths.webhookEdit(slug, uuid)} className="text-inherit! underline">
            <bdi>{name}</bdi>
          </Link>
        </span>
      ))}
    </Alert>
  )
}
