import type { ConsentChange } from '@notifly/contracts/consent/consent'
import { MailCheck, MailX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { Timeline } from '../../ui/layout/Timeline.tsx'
import { useDisplay } from '../display/use-display.ts'
import { PageLink } from '../navigation/PageLink.tsx'
import { useSlug } from '../navigation/use-pages.ts'
import { useZone } from '../session/use-zone.ts'

/** Every change of a contact's consent, newest first: what changed, by whom or what, and when. */
export function ConsentHistory({ history }: { history: readonly ConsentChange[] }) {
  const { t } = useTranslation(['consent', 'common'])
  const { shortDate } = useDisplay(useZone())
  if (history.length === 0) return <p className="mt-3 text-12 text-muted">{t('history.none')}</p>
  return (
    <div className="mt-3 border-t border-line pt-3">
      <Disclosure inline title={t('history.title', { count: history.length })}>
        <div className="pt-2">
          <Timeline
            label={t('history.label')}
            events={history.map(change => ({
              id: change.uuid,
              icon: change.status === 'subscribed' ? MailCheck : MailX,
              tone: change.status === 'subscribed' ? 'success' : 'warning',
              title: (
                <bdi>
                  {t(`history.${change.status}`, { what: change.topic?.name ?? t(`common:channel.${change.channel}`) })}
                </bdi>
              ),
              // The panel is too narrow for a separate time column.
              source: (
                <>
                  {shortDate(change.at)} · <Source change={change} />
                </>
              ),
              time: null,
              children: <Words change={change} />,
            }))}
          />
        </div>
      </Disclosure>
    </div>
  )
}

/** A team member's reason for a change by hand, or the text that the person agreed to in a form. */
function Words({ change: { reason, form } }: { change: ConsentChange }) {
  const { t } = useTranslation('consent')
  const { shortDate } = useDisplay(useZone())
  if (reason !== null) return <p className="text-12 text-ink-2 wrap-anywhere">{reason}</p>
  if (form?.text === undefined) return null
  const { text, page, submitted_on: submitted, confirmed_on: confirmed } = form
  return (
    <div className="text-12 text-ink-2 wrap-anywhere">
      <q>{text}</q>
      <p className="text-muted">
        {submitted !== undefined && t('proof.submitted', { when: shortDate(submitted) })}
        {', '}
        {confirmed ? t('proof.confirmed', { when: shortDate(confirmed) }) : t('proof.unconfirmed')}
      </p>
      {page && (
        <p className="text-muted">
          {t('proof.page')} <bdi dir="ltr">{page}</bdi>
        </p>
      )}
    </div>
  )
}

function Source({ change: { source, by, run, form } }: { change: ConsentChange }) {
  const slug = useSlug()
  const { t } = useTranslation('consent')
  if (by !== null) return t('history.by', { name: by.name ?? t('gone') })
  return (
    <>
      {t(`sources.${source}`)}
      {form !== null && (
        <>
          {' · '}
          <PageLink to={paths.signUpForm(slug, form.uuid)}>
            <bdi>{form.name}</bdi>
          </PageLink>
        </>
      )}
      {run !== null && (
        <>
          {' · '}
          <PageLink to={paths.run(slug, run.platform, run.uuid)}>
            <bdi>{run.name}</bdi>
          </PageLink>
        </>
      )}
    </>
  )
}
