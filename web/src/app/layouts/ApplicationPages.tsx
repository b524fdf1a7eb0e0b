import { Outlet, useMatches } from '@tanstack/react-router'
import { canOpen, type PageRight, rightOf } from '../../components/rights/page-rights.ts'
import { useSession } from '../../components/session/use-session.ts'
import { usePath, useSlug } from '../../components/navigation/use-pages.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { paths } from '../../paths.ts'
import { SettingsFrame } from './SettingsFrame.tsx'

const Refused = lazyPart(() => import('./Refused.tsx'), 'Refused')

/** The pages of an application, each only for people whose role includes it. */
export function ApplicationPages() {
  const lacked = useMissingPageRight()
  const isSettings = usePath().startsWith(paths.settingsOf(useSlug()))
  const page = lacked ? <Refused right={lacked} /> : <Outlet />
  return isSettings ? <SettingsFrame>{page}</SettingsFrame> : page
}

/** The right that the reader's role lacks for the page; its code is then not loaded. */
export function useMissingPageRight(): PageRight | undefined {
  const user = useSession()
  const match = useMatches({ select: matches => matches.at(-1) })
  if (match === undefined) return undefined
  const { slug } = match.params as { slug?: string }
  const right = rightOf(match.staticData.right, match.search, match.params)
  return right?.isPartial || canOpen(user, { slug, right }) ? undefined : right
}
