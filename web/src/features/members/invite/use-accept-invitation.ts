import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import { acceptInvitation, type InvitationLink } from '@notifly/contracts/members/members'
import { useRef } from 'react'
import { call, type Input } from '../../../api/client.ts'
import { setSignedInUser } from '../../../api/session.ts'
import { useGoTo } from '../../../components/navigation/use-pages.ts'
import { currentLocale } from '../../../locales/i18n.ts'
import { paths } from '../../../paths.ts'

type Body = NonNullable<Input<typeof acceptInvitation>['body']>

/** What each of the forms sends. */
export interface Given {
  name?: string
  password?: string
  otp?: string | undefined
}

/** What each of the forms needs: the invitation, and the way in. */
export interface InviteFormProps {
  invitation: InvitationLink
  entrance: ReturnType<typeof useAcceptInvitation>
}

/** The way in: accepts, becomes who was let in, and goes to the organization's first application. Throws ApiError. */
export function useAcceptInvitation(token: string, onAccepted: () => void): (given: Given) => Promise<void> {
  const goTo = useGoTo()
  // A second click while the first is on its way would find the link used up.
  const accepting = useRef<Promise<UserDetails> | undefined>(undefined)
  return async given => {
    accepting.current ??= call(acceptInvitation, { params: { token }, body: formOf(given) })
    try {
      const user = await accepting.current
      onAccepted()
      setSignedInUser(user)
      const { application_uuid: slug } = user
      await goTo(slug === null ? paths.home() : paths.dashboard(slug), { replace: true, saved: true })
    } finally {
      accepting.current = undefined
    }
  }
}

/** Sent as a form, as this call has always been. */
function formOf(given: Given): Body {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...given, locale: currentLocale() })) {
    if (value !== undefined && value !== '') form.set(name, value as string)
  }
  return form as unknown as Body
}
