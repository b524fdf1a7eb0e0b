import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'

/** As high as the section is for most people: one row, for the browser in use. */
export function AlertsSkeleton() {
  return (
    <>
      <LoadingNote />
      <div className="h-31 md:h-17">
        <Skeleton height="100%" className="rounded-3" />
      </div>
    </>
  )
}
