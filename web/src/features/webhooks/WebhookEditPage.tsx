import { ACTIVITY } from '@notifly/contracts/roles/activities'
import {
  createWebhook,
  listWebhookEvents,
  listWebhooks,
  updateWebhook,
  type Webhook,
} from '@notifly/contracts/webhooks/webhooks'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../api/client.ts'
import { refresh, useReadPage } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useGoTo, useSlug } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useCan } from '../../components/session/use-session.ts'
import { NotFoundCard } from '../../components/states/NotFoundCard.tsx'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { FormColumn, WithAside } from '../../ui/layout/Page.tsx'
import { TabLinks } from '../../ui/layout/Tabs.tsx'
import { Attempts } from './Attempts.tsx'
import { StandingNote } from './StandingNote.tsx'
import { FRESH_WEBHOOK, valuesOf } from './webhook-fields.ts'
import { useWebhookActs, WebhookActs } from './WebhookActs.tsx'
import { WebhookAside } from './WebhookAside.tsx'
import { WebhookBadge } from './WebhookBadge.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookSecret } from './WebhookSecret.tsx'

const state = z.object({ tab: z._default(z.enum(['settings', 'attempts']), 'settings') })

/** Creates a webhook (id `new`), or shows one: its settings, its recent deliveries and every attempt. */
export function WebhookEditPage() {
  const { t } = useTranslation('webhooks')
  const slug = useSlug()
  const { id } = useParams({ strict: false }) as { id: string }
  const read = useReadPage(listWebhooks, { query: { uuid: id } }, { enabled: id !== 'new' })
  if (id === 'new') return <NewWebhook />
  const webhook = read.data?.rows.find(({ uuid }) => uuid === id)
  if (webhook !== undefined) return <Loaded key={id} webhook={webhook} />
  return (
    <TitledPage crumbs={[{ label: t('title'), href: paths.webhooks(slug) }]} title={t('edit.title')}>
      {read.error ? (
        <ReadFailure error={read.error} title={t('list.failedOne')} onRetry={() => void read.refetch()} />
      ) : read.data && !read.isPlaceholderData ? (
        <NotFoundCard framed />
      ) : (
        <WithAside aside={<Skeleton height="16rem" />}>
          <LoadingNote />
          <Skeleton height="16rem" />
          <Skeleton height="20rem" />
        </WithAside>
      )}
    </TitledPage>
  )
}

function NewWebhook() {
  const { t } = useTranslation(['webhooks', 'common'])
  const slug = useSlug()
  const goTo = useGoTo()
  const [created, setCreated] = useState<{ uuid: string; secret: string; name: string }>()
  return (
    <TitledPage
      crumbs={[{ label: t('title'), href: paths.webhooks(slug) }]}
      title={t('new.title')}
      facts={t('new.lead')}
    >
      <FormColumn>
        <WebhookForm
          values={FRESH_WEBHOOK}
          action={t('new.action')}
          cancel={<ButtonLink href={paths.webhooks(slug)}>{t('common:ui.cancel')}</ButtonLink>}
          onSave={async body => {
            const answer = await call(createWebhook, { body })
            setCreated({ ...answer, name: body.name })
            await Promise.all([refresh(listWebhooks), refresh(listWebhookEvents)])
          }}
        />
      </FormColumn>
      {created && (
        <WebhookSecret
          {...created}
          onClose={() => void goTo(paths.webhookEdit(slug, created.uuid), { saved: true, replace: true })}
        />
      )}
    </TitledPage>
  )
}

function Loaded({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const slug = useSlug()
  const mayUpdate = useCan(ACTIVITY.webhook, 'update')
  const [{ tab }] = useUrlState(state)
  const acts = useWebhookActs(webhook)
  const { uuid, name } = webhook
  const save = async (body: Parameters<Parameters<typeof WebhookForm>[0]['onSave']>[0]) => {
    await call(updateWebhook, { query: { uuid }, body })
    await Promise.all([refresh(listWebhooks), refresh(listWebhookEvents)])
    announce({ tone: 'success', message: t('edit.saved', { name: body.name }) })
  }
  return (
    <TitledPage
      crumbs={[{ label: t('title'), href: paths.webhooks(slug) }]}
      title={name}
      badge={<WebhookBadge {...webhook} />}
      facts={
        <bdi dir="ltr" className="block truncate font-mono text-12" title={webhook.webhook_url}>
          {webhook.webhook_url}
        </bdi>
      }
      actions={<WebhookActs webhook={webhook} acts={acts} />}
      stacked
    >
      <StandingNote webhook={webhook} acts={acts} />
      <TabLinks
        label={name}
        value={tab}
        tabs={[
          { value: 'settings', label: t('edit.settings'), href: paths.webhookEdit(slug, uuid) },
          { value: 'attempts', label: t('edit.attempts'), href: paths.webhookEdit(slug, uuid, { tab: 'attempts' }) },
        ]}
      />
      {tab === 'attempts' ? (
        <Attempts webhook={webhook} acts={acts} />
      ) : (
        <WithAside aside={<WebhookAside webhook={webhook} acts={acts} />}>
          <WebhookForm values={valuesOf(webhook)} action={t('edit.save')} onSave={save} readOnly={!mayUpdate} />
        </WithAside>
      )}
      {acts.dialog}
    </TitledPage>
  )
}
