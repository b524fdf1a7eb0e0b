import type { ReactNode } from 'react'
import { Page } from '../../ui/layout/Page.tsx'
import { PageHeader, type PageHeaderProps } from '../../ui/layout/PageHeader.tsx'
import { PageTitle } from './PageTitle.tsx'
import { usePageExists } from './use-pages.ts'

export interface TitledPageProps extends PageHeaderProps {
  /** Title of the page, and of the browser tab unless `tab` is set. */
  title: string
  tab?: string | undefined
  children: ReactNode
}

/** A page with a heading. Its breadcrumbs link only to pages that the reader may open. */
export function TitledPage({ tab, crumbs, children, ...header }: TitledPageProps) {
  const exists = usePageExists()
  return (
    <Page>
      <PageTitle>{tab ?? header.title}</PageTitle>
      <PageHeader {...header} {...(crumbs && { crumbs: crumbs.filter(({ href }) => exists(href)) })} />
      {children}
    </Page>
  )
}
