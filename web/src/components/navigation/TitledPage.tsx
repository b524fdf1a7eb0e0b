import type { ReactNode } from 'react'
import { Page } from '../../ui/layout/Page.tsx'
import { PageHeader, type PageHeaderProps } from '../../ui/layout/PageHeader.tsx'
import { PageTitle } from './PageTitle.tsx'
import { usePageExists } from './use-pages.ts'

export interface TitledPageProps extends PageHeaderProps {
  /** Of the page, and of the browser's tab unless that has a name of its own. */
  title: string
  tab?: string | undefined
  children: ReactNode
}

/** A page under its heading, with the way to it as far as the role may go there. */
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
