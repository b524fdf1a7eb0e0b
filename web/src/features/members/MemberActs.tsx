import {
  listInvitations,
  listMembers,
  type Member,
  removeMember,
  resendInvitation,
  updateMember,
  withdrawInvitation,
} from '@notifly/contracts/members/members'
import { listOrganizations } from '@notifly/contracts/organizations/organizations'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { Ban, MailPlus, Pencil, RotateCcw, Undo2, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/queries.ts'
import { peopleTone, type Tone } from '../../components/display/status-tones.ts'
import { useGrantableRoles } from '../../components/members/use-grantable-roles.ts'
import { useCan, useUser } from '../../components/session/use-session.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { paths } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import type { MenuItem } from '../../ui/overlays/MenuPopup.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'

/** What can be done with one row of the users list: of a member, or of an invited person. */

/** What waits for a yes. */
export interface MemberAct {
  kind: 'disable' | 'remove' | 'withdraw'
  member: Member
}

const REFRESHED = [listMembers, listInvitations, listOrganizations]

/** The menu of a row, and the act that was chosen there. */
export function useMemberMenu() {
  const slug = useSlug()
  const { t } = useTranslation('members')
  const [act, setAct] = useState<MemberAct>()
  const permissions = useMemberPermissions()
  const resend = useWrite(resendInvitation, { refreshes: REFRESHED })
  const change = useWrite(updateMember, { refreshes: REFRESHED })

  const invitedMenu = (member: Member): MenuItem[] => [
    permissions.create &&
      permissions.touch(member) && {
        label: t('acts.resend'),
        icon: MailPlus,
        onSelect: () => resend.mutate({ body: { uuid: member.uuid } }),
      },
    permissions.remove(member) && {
      label: t('acts.withdraw'),
      icon: Undo2,
      danger: true,
      onSelect: () => setAct({ kind: 'withdraw', member }),
    },
  ]
  const memberMenu = (member: Member): MenuItem[] => {
    const enable = () => change.mutate({ query: { uuid: member.uuid }, body: { status: 'active' } })
    return [
      { label: t('acts.open'), icon: Pencil, href: paths.userEdit(slug, member.uuid) },
      permissions.update(member) &&
        (member.status === 'disabled'
          ? { label: t('acts.enable'), icon: RotateCcw, onSelect: enable }
          : { label: t('acts.disable'), icon: Ban, onSelect: () => setAct({ kind: 'disable', member }) }),
      permissions.remove(member) && { separator: true },
      permissions.remove(member) && {
        label: t('acts.remove'),
        icon: UserMinus,
        danger: true,
        onSelect: () => setAct({ kind: 'remove', member }),
      },
    ]
  }
  return {
    menu: (member: Member) => (member.status === 'invited' ? invitedMenu(member) : memberMenu(member)),
    act,
    close: () => setAct(undefined),
  }
}

/** What the user may do with whom: only a role that they could give can be taken away. A courtesy, the server decides. */
export function useMemberPermissions() {
  const user = useUser()
  const mayUpdate = useCan(ACTIVITY.users, 'update')
  const mayRemove = useCan(ACTIVITY.users, 'delete')
  const roles = useGrantableRoles()
  const touch = (member: Member) =>
    member.uuid !== user.uuid && roles?.some(({ value }) => value === member.role.uuid) === true
  return {
    create: useCan(ACTIVITY.users, 'create'),
    touch,
    update: (member: Member) => mayUpdate && touch(member),
    remove: (member: Member) => mayRemove && touch(member),
  }
}

/** Asks before a person loses access. */
export function MemberDialogs({ act, onClose, onDone }: { act: MemberAct; onClose: () => void; onDone?: () => void }) {
  const { t } = useTranslation('members')
  const { kind, member } = act
  const options = {
    refreshes: REFRESHED,
    failure: 'form' as const,
    onDone: () => {
      onClose()
      onDone?.()
    },
  }
  const disable = useWrite(updateMember, options)
  const remove = useWrite(removeMember, options)
  const withdraw = useWrite(withdrawInvitation, options)
  const write = { disable, remove, withdraw }[kind]
  const query = { uuid: member.uuid }
  const confirm = () => {
    if (kind === 'disable') disable.mutate({ query, body: { status: 'disabled' } })
    else if (kind === 'remove') remove.mutate({ query })
    else withdraw.mutate({ query })
  }
  return (
    <ConfirmDialog
      onOpenChange={open => !open && onClose()}
      title={t(`${kind}.title`, { name: member.name || member.email })}
      action={t(`${kind}.action`)}
      loading={write.isPending}
      error={write.error && write.error.status !== 403 && translateSentence(write.error)}
      onConfirm={confirm}
    >
      {t(`${kind}.text`)}
    </ConfirmDialog>
  )
}

/** The badge of a member's status; owners have none. An invitation whose time is over says so. */
export function memberLook(member: Member): { tone: Tone; word: string } | undefined {
  if (member.is_super) return undefined
  const isOver = member.expires_on !== null && member.expires_on * 1000 <= Date.now()
  return { tone: peopleTone(member.status), word: isOver ? 'expired' : member.status }
}
