import type { ReactNode } from 'react'
import { PageTitle } from '../navigation/PageTitle.tsx'
import { SandboxInbox } from './SandboxInbox.tsx'
import { usePageNotice } from '../navigation/use-pages.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { cx } from '../../ui/cx.ts'

export interface AuthCardProps {
  title: string
  /** One line below the title, with a link to another page. */
  lead: ReactNode
  /** For pages that only ask for a password or an address. */
  narrow?: boolean
  children: ReactNode
}

/** The card of a sign-in or account page, with the previous page's message on top. */
export function AuthCard({ title, lead, narrow = false, children }: AuthCardProps) {
  const notice = usePageNotice()
  return (
    <div
      className={cx(
        narrow ? 'w-96' : 'w-112',
        'max-w-full rounded-4 border border-line bg-surface px-8 pt-7 pb-8 shadow-[0_1px_2px_rgb(20_24_40/.04),0_12px_32px_-16px_rgb(20_24_40/.12)] max-sm:px-5',
      )}
    >
      <PageTitle>{title}</PageTitle>
      <h1 className="text-20 font-semibold tracking-(--ls-title)">{title}</h1>
      <div className="text-ink-2">{lead}</div>
      {notice && (
        <Alert tone={notice.tone} live className="mt-4">
          {notice.text} {notice.email && <SandboxInbox />}
        </Alert>
      )}
      <div className="mt-4">{children}</div>
    </div>
  )
}
