import {
  type inviteMembers as endpoint,
  inviteMembers,
  listInvitations,
  listMembers,
} from '@notifly/contracts/members/members'
import { listOrganizations } from '@notifly/contracts/organizations/organizations'
import { useTranslation } from 'react-i18next'
import { call, type Data } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import type { InviteValues } from '../../components/members/invitees.ts'
import { useDisplay } from '../../components/display/use-display.ts'

type Answer = Data<typeof endpoint>

/** Sends invitations and says what became of them. Throws ApiError. */
export function useInvite(): (values: InviteValues) => Promise<void> {
  const { t } = useTranslation('members')
  const { list } = useDisplay()
  const addresses = (answers: Answer, status: Answer[number]['status']) =>
    answers.filter(each => each.status === status).map(each => each.email)
  return async ({ users }) => {
    const answers = await call(inviteMembers, { body: { base_url: window.location.origin, users } })
    await Promise.all([listMembers, listInvitations, listOrganizations].map(each => refresh(each)))
    const invited = addresses(answers, 'invited')
    if (invited.length > 0) announce({ tone: 'success', message: t('invite.sent', { list: list(invited) }) })
    for (const status of ['already_invited', 'already_member'] as const) {
      const told = addresses(answers, status)
      if (told.length > 0) announce({ tone: 'info', message: t(`invite.${status}`, { list: list(told) }) })
    }
  }
}
