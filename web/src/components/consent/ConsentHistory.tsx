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

/** Every change of a contact's consent, newest first: what, by whom or what, and when. */
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
              // The panel is narrow: a column for the time would leave the words too little room.
              source: (
                <>
                  {shortDate(change.at)} · <Source change={change} />
                </>
              ),
              time: null,
              children: change.reason !== null && <p className="text-12 text-ink-2 wrap-anywhere">{change.reason}</p>,
            }))}
          />
        </div>
      </Disclosure>
    </div>
  )
}

function Source({ change: { source, by, run } }: { change: ConsentChange }) {
  const slug = useSlug()
  const { t } = useTranslation('consent')
  if (by !== null) return t('history.by', { name: by.name ?? t('gone') })
  return (
    <>
      {t(`sources.${source}`)}
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
