import type { ApplicationStats } from '@notifly/contracts/applications/applications'
import { useRouter } from '@tanstack/react-router'
import { pageExists } from '../../components/navigation/use-pages.ts'
import { pageRight } from '../../components/rights/page-rights.ts'
import { useCanIn } from '../../components/rights/use-organization-rights.ts'

/** Whether a page of this application exists and the user's role there includes it, whichever application is active. */
export function usePageOffered({
  organization_uuid: organization,
}: Pick<ApplicationStats, 'organization_uuid'>): (path: string) => boolean {
  const router = useRouter()
  const canIn = useCanIn()
  return path => {
    const right = pageRight(path)?.right
    const isGranted =
      right === undefined || right.activities.some(activity => canIn(organization, activity, right.level))
    return isGranted && pageExists(router, path)
  }
}
