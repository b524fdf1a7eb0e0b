import { LoadingNote, Skeleton } from '../feedback/Skeleton.tsx'
import { PageHeader, type PageHeaderProps } from './PageHeader.tsx'
import { Panel } from './Panel.tsx'

export interface LoadingHeaderProps extends Pick<PageHeaderProps, 'crumbs' | 'stacked'> {
  /** What the page is about, for screen readers, such as "Segment". */
  title: string
}

/** The header of a page whose name is still loading. */
export function LoadingHeader({ title, ...header }: LoadingHeaderProps) {
  return (
    <>
      <LoadingNote />
      <PageHeader
        {...header}
        title={
          <>
            <span className="sr-only">{title}</span>
            <Skeleton width="14rem" height="1.25rem" />
          </>
        }
        facts={<Skeleton width="10rem" className="mt-1.5" />}
      />
    </>
  )
}

const WIDTHS = ['70%', '85%', '55%', '78%']

/** A panel whose content is still loading, about as high as that many lines. */
export function LoadingPanel({ lines }: { lines: number }) {
  return (
    <Panel meta={<Skeleton width="7rem" />}>
      <div className="flex flex-col gap-4 py-1">
        {Array.from({ length: lines }, (_, index) => (
          <Skeleton key={index} width={WIDTHS[index % WIDTHS.length] ?? '100%'} />
        ))}
      </div>
    </Panel>
  )
}
