import { markChangelogRead, readChangelogNews } from '@notifly/contracts/content/news'
import { useParams } from '@tanstack/react-router'
import { Rss } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useWrite } from '../../api/queries.ts'
import { useSession } from '../../components/session/use-session.ts'
import type { Locale } from '@notifly/contracts/accounts/accounts'
import { withLocale } from '../../locales/url-locale.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/layout/Icon.tsx'
import { ContentPage } from './ContentPage.tsx'

export function AboutPage() {
  return <ContentPage path="about" />
}

/** The list of legal pages, or one of them. */
export function LegalPage() {
  const { t } = useTranslation('content')
  const { page } = useParams({ strict: false }) as { page?: string }
  if (page === undefined) return <ContentPage path="c" />
  return <ContentPage key={page} path="c" page={page} crumbs={[{ label: t('legal'), href: paths.legal() }]} />
}

/** What has changed in the product; who has opened it has read it. */
export function ChangelogPage() {
  const { t, i18n } = useTranslation('content')
  const locale = i18n.language as Locale
  const feed = withLocale(locale, `${paths.changelogs()}.atom`)
  useReading()
  return (
    <>
      {/* That of English is on every page. */}
      {locale !== 'en' && <link rel="alternate" type="application/atom+xml" hrefLang={locale} href={feed} />}
      <ContentPage
        path="changelogs"
        actions={
          <a
            href={feed}
            className="inline-flex items-center gap-1.5 font-medium text-accent-ink underline-offset-3 hover:underline"
          >
            <Icon of={Rss} size={14} />
            {t('feed')}
          </a>
        }
      />
    </>
  )
}

function useReading(): void {
  const user = useSession()
  const { data } = useRead(readChangelogNews, {}, { enabled: user?.status === 'active' })
  const { mutate } = useWrite(markChangelogRead, {
    refreshes: [readChangelogNews],
    success: 'silent',
    // The dot stays, and the next visit tries again.
    failure: 'form',
  })
  const isUnread = data?.unread === true
  useEffect(() => {
    if (isUnread) mutate({})
  }, [isUnread, mutate])
}
