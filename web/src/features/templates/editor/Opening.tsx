import type { ReactNode } from 'react'
import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { BarFrame } from './EditorBar.tsx'

interface OpeningProps {
  /** In the bar; a placeholder until it is known. */
  title: string | undefined
  /** What is there in place of an editor; its skeleton by default. */
  children?: ReactNode
}

/** The page of an editor until it opens, or where it cannot. */
export function Opening({ title, children }: OpeningProps) {
  return (
    <div className="flex h-full flex-col">
      <BarFrame>
        {title === undefined ? <Skeleton width="10rem" /> : <h1 className="text-14 font-semibold">{title}</h1>}
      </BarFrame>
      {children ?? <EditorSkeleton />}
    </div>
  )
}

/** An editor and the mail beside it, while they load. */
export function EditorSkeleton() {
  return (
    <div className="grid min-h-0 flex-1 gap-6 p-6 sm:grid-cols-2">
      <div className="max-sm:hidden">
        <SourcesSkeleton />
      </div>
      <Skeleton height="100%" />
    </div>
  )
}

/** Lines of an editor that is loading. */
export function SourcesSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <LoadingNote />
      {[90, 60, 75, 40, 80, 55, 70].map(width => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  )
}
