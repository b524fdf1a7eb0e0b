import { Suspense } from 'react'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import type { Right } from '../rights/use-missing-right.ts'
import type { ForbiddenCardProps } from './forbidden-parts.tsx'
import { lazyView } from '../../ui/lazy-view.tsx'

// The code and texts load with the first refusal, because most readers never see one.
const Card = lazyView(async () => (await import('./forbidden-parts.tsx')).Card)
const Words = lazyView(async () => (await import('./forbidden-parts.tsx')).Words)

/** Replaces a page's content if the reader's role does not include it. */
export function ForbiddenCard(props: ForbiddenCardProps) {
  return (
    <Suspense fallback={<Skeleton height="19rem" />}>
      <Card {...props} />
    </Suspense>
  )
}

/** Without the frame, for a dialog: which right is missing and who can grant it. */
export function ForbiddenWords(right: Right) {
  return (
    <Suspense fallback={<Skeleton width="16rem" />}>
      <Words {...right} />
    </Suspense>
  )
}
