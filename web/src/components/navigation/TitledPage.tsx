import type { ReactNode } from 'react'
import { Page } from '../../ui/Page.tsx'
import { PageHeader, type PageHeaderProps } from '../../ui/PageHeader.tsx'
import { PageTitle } from './PageTitle.tsx'

export interface TitledPageProps extends PageHeaderProps {
  /** Of the page, and of the browser's tab unless that has a name of its own. */
  title: string
  tab?: string | undefined
  children: ReactNode
}

/** A page under its heading. */
export function TitledPage({ tab, children, ...header }: TitledPageProps) {
  return (
    <Page>
      <PageTitle>{tab ?? header.title}</PageTitle>
      <PageHeader {...header} />
      {children}
    </Page>
  )
}
