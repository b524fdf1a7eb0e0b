import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Stack } from '../../ui/layout/Page.tsx'

/** The place of a dashboard that is loading. */
export function LoadingSkeleton() {
  return (
    <Stack>
      <LoadingNote />
      <Skeleton height="10.75rem" />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        <Skeleton height="17rem" />
        <Skeleton height="17rem" />
        <Skeleton height="14.5rem" />
        <Skeleton height="14.5rem" />
      </div>
      <Skeleton height="16rem" />
    </Stack>
  )
}
