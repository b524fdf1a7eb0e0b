import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'

/** Two notices, while they load. */
export function NoticesGhost() {
  return (
    <div className="flex flex-col gap-4 p-3">
      <LoadingNote />
      {['85%', '70%'].map(width => (
        <div key={width} className="flex flex-col gap-2">
          <Skeleton width={width} />
          <Skeleton width="45%" />
        </div>
      ))}
    </div>
  )
}
