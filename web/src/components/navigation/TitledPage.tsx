import type { ReactNode } from 'react'
import { Page } from '../../ui/Page.tsx'
import { PageHeader, type PageHeaderProps } from '../../ui/PageHeader.tsx'
import { PageTitle } from './PageTitle.tsx'

export interface TitledPageProps extends PageHeaderProps {
  /** Of the page and of the browser's tab. */
  title: string
  children: ReactNode
}

/** A page under its heading, named alike in the browser's tab. */
export function TitledPage({ children, ...header }: TitledPageProps) {
  return (
    <Page>
      <PageTitle>{header.title}</PageTitle>
      <PageHeader {...header} />
      {children}
    </Page>
  )
}
