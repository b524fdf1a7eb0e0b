import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { WithAside } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'

/** The settings of a channel while they load. */
export function SettingsSkeleton() {
  return (
    <WithAside aside={<Skeleton height="9rem" />}>
      <LoadingNote />
      {[1, 2].map(each => (
        <Panel key={each}>
          <div className="grid gap-4 sm:grid-cols-2">
            {[1, 2, 3, 4].map(field => (
              <Skeleton key={field} height="3.25rem" />
            ))}
          </div>
        </Panel>
      ))}
    </WithAside>
  )
}
