import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'

/** In the place and of the size of the four cards of engagement, while they load. */
export function EngagementSkeleton() {
  return (
    <>
      <LoadingNote />
      <Skeleton height="18.5rem" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton height="18rem" />
        <Skeleton height="18rem" />
      </div>
      <Skeleton height="16rem" />
    </>
  )
}
