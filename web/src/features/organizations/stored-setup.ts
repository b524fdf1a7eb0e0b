/** The values entered while an organization is created, stored in this tab: a reload continues at the same step. */
import { ORGANIZATION_LANGUAGES, PREFERRED_PLATFORM, STRENGTHS } from '@notifly/contracts/organizations/organizations'
import { useCallback, useState } from 'react'
import * as z from 'zod/mini'
import { useUser } from '../../components/session/use-session.ts'
import type { Platform } from './InviteStep.tsx'
import { EMPTY_ORGANIZATION, organizationSchema } from './OrganizationFields.tsx'

const application = z.object({ name: z.string(), platform: z.enum(Object.keys(PREFERRED_PLATFORM) as Platform[]) })

const Setup = z.object({
  step: z.enum(['organization', 'application', 'people']),
  /** As it is in the fields. */
  typed: z.object({
    organization: z.object({
      name: z.string(),
      meta_object: z.object({ strength: z.enum(STRENGTHS), language: z.enum(ORGANIZATION_LANGUAGES) }),
    }),
    application,
  }),
  /** As the steps that are done handed it on. */
  organization: z.optional(organizationSchema),
  application: z.optional(application),
  /** What the last step has made so far. */
  progress: z.object({ organizationUuid: z.optional(z.string()), applicationUuid: z.optional(z.string()) }),
})
export type Setup = z.infer<typeof Setup>

const EMPTY: Setup = {
  step: 'organization',
  typed: { organization: EMPTY_ORGANIZATION, application: { name: '', platform: 'email' } },
  progress: {},
}

export interface StoredSetup {
  setup: Setup
  change: (part: Partial<Setup>) => void
  /** Notes what is in the fields. */
  note: (part: Partial<Setup['typed']>) => void
  /** Nothing is kept any longer. */
  forget: () => void
}

/** The steps of the person who is signed in. */
export function useStoredSetup(): StoredSetup {
  const key = `notifly.organization-setup.${useUser().uuid}`
  const [setup, set] = useState(() => read(key))
  const alter = useCallback(
    (next: (before: Setup) => Setup) =>
      set(before => {
        const after = next(before)
        keep(key, after)
        return after
      }),
    [key],
  )
  const change = useCallback((part: Partial<Setup>) => alter(before => ({ ...before, ...part })), [alter])
  const note = useCallback(
    (part: Partial<Setup['typed']>) => alter(before => ({ ...before, typed: { ...before.typed, ...part } })),
    [alter],
  )
  const forget = useCallback(() => sessionStorage.removeItem(key), [key])
  return { setup, change, note, forget }
}

function read(key: string): Setup {
  try {
    return Setup.parse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
  } catch {
    return EMPTY
  }
}

function keep(key: string, setup: Setup): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(setup))
  } catch {
    // A browser that keeps nothing: a reload begins anew.
  }
}
