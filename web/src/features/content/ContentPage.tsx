import type { Locale } from '@notifly/contracts/accounts/accounts'
import { type Content, type ContentPath, readContent } from '@notifly/contracts/content/content'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useAnchor } from '../../components/navigation/use-anchor.ts'
import { NotFoundCard } from '../../components/states/NotFoundCard.tsx'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { PageHeader, type PageHeaderProps } from '../../ui/layout/PageHeader.tsx'
import { Contents } from './Contents.tsx'
import { Prose } from './Prose.tsx'

interface ContentPageProps extends Pick<PageHeaderProps, 'crumbs' | 'actions'> {
  path: ContentPath
  page?: string
}

/** A page of words in the reader's language: the text, and beside a long one what is in it. */
export function ContentPage({ path, page, crumbs, actions }: ContentPageProps) {
  const { t, i18n } = useTranslation(['content', 'common'])
  const { data, error, refetch } = useRead(readContent, {
    params: { path },
    body: { locale: i18n.language as Locale, page },
  })
  useAnchor(data !== undefined)
  if (error?.status === 404) {
    return (
      <Page>
        <NotFoundCard />
      </Page>
    )
  }
  if (error) {
    return (
      <TitledPage title={t(TITLES[path])}>
        <ReadFailure error={error} title={t('common:notLoaded.title')} onRetry={() => void refetch()} />
      </TitledPage>
    )
  }
  return (
    // The column of the contents is there before they load, and without any, so that the text does not move.
    <Page className="grid grid-cols-[minmax(0,42rem)] justify-center gap-12 md:grid-cols-[minmax(0,42rem)_14rem]">
      <div className="min-w-0">
        {data ? (
          <Text data={data} {...(crumbs && { crumbs })} actions={actions} />
        ) : (
          <TextSkeleton title={t(TITLES[path])} />
        )}
      </div>
      {data && data.headings.length >= CONTENTS_FROM && (
        <Contents headings={data.headings} isDated={path === 'changelogs'} />
      )}
    </Page>
  )
}

/** Until a text is there, which brings its own title. */
const TITLES = { about: 'common:content.about', c: 'legal', changelogs: 'common:content.changelogs' } as const

/** Shorter texts are seen at a glance. */
const CONTENTS_FROM = 3

function Text({ data, crumbs, actions }: { data: Content; crumbs?: PageHeaderProps['crumbs']; actions: ReactNode }) {
  const { t, i18n } = useTranslation('content')
  // Days are the same everywhere.
  const { longDay } = useDisplay('UTC')
  return (
    <>
      <PageTitle>{data.title}</PageTitle>
      <PageHeader
        {...(crumbs && { crumbs })}
        title={<span lang={data.locale}>{data.title}</span>}
        facts={t('updated', { date: longDay(data.updated_on) })}
        actions={actions}
      />
      {data.locale !== i18n.language && <Alert className="mb-5">{t('untranslated')}</Alert>}
      <Prose html={data.html} locale={data.locale} />
    </>
  )
}

function TextSkeleton({ title }: { title: string }) {
  return (
    <div className="flex flex-col gap-3">
      <h1 className="sr-only">{title}</h1>
      <LoadingNote />
      <Skeleton width="40%" height="1.5rem" />
      <Skeleton width="20%" />
      {GHOST_LINES.map((width, index) => (
        <Skeleton key={index} width={width} />
      ))}
    </div>
  )
}

const GHOST_LINES = ['100%', '96%', '99%', '60%', '100%', '94%', '98%', '45%']
