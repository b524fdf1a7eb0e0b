import { listMembers, type Member, updateMember } from '@notifly/contracts/members/members'
import { listOrganizations } from '@notifly/contracts/organizations/organizations'
import { useParams } from '@tanstack/react-router'
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../api/client.ts'
import { refresh, useReadPage } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { LeaveGuard } from '../../components/form/LeaveGuard.tsx'
import { type ApiForm, useApiForm } from '../../components/form/use-api-form.ts'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useGoTo, useSlug } from '../../components/navigation/use-pages.ts'
import { useGrantableRoles, useRoles } from '../../components/members/use-grantable-roles.ts'
import { useRoleWord } from '../../components/rights/use-role-word.ts'
import { useUser } from '../../components/session/use-session.ts'
import { NotFoundCard } from '../../components/states/NotFoundCard.tsx'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Badge } from '../../ui/layout/Badge.tsx'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { KeyValues } from '../../ui/layout/KeyValues.tsx'
import { FormColumn } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { RadioRows } from '../../ui/controls/RadioRows.tsx'
import { Select } from '../../ui/controls/options/Select.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { type MemberAct, MemberDialogs, memberLook, useMemberPermissions } from './MemberActs.tsx'

const schema = z.object({ role_id: z.string(), status: z.enum(['active', 'disabled']) })
type Access = z.output<typeof schema>

/** One member: their role and status, and the way out of the organization. */
export function UserEditPage() {
  const { t } = useTranslation('members')
  const { slug, id } = useParams({ strict: false }) as { slug: string; id: string }
  const { data, error, refetch } = useReadPage(listMembers, { query: { uuid: id } })
  const member = data?.rows.find(each => each.status !== 'invited')
  // Until the roles are known it is open whether the reader may change this person.
  const roles = useRoles()
  const isRead = useGrantableRoles() !== undefined
  const look = member && memberLook(member)
  return (
    <TitledPage
      crumbs={[{ label: t('list.title'), href: paths.users(slug) }]}
      title={member?.name ?? t('edit.title')}
      badge={look && <Badge type={look.tone}>{t(`status.${look.word}`)}</Badge>}
    >
      {error && <ReadFailure error={error} title={t('list.failedOne')} onRetry={() => void refetch()} />}
      {!error && roles.error && (
        <ReadFailure error={roles.error} title={t('invite.rolesFailed')} onRetry={() => void roles.refetch()} />
      )}
      {(!data || (member && !isRead)) && !error && (
        <FormColumn>
          <LoadingNote />
          <Skeleton height="8rem" />
          <Skeleton height="12rem" />
        </FormColumn>
      )}
      {data && !member && <NotFoundCard framed />}
      {member && isRead && !roles.error && <MemberForm key={member.uuid} member={member} />}
    </TitledPage>
  )
}

function MemberForm({ member }: { member: Member }) {
  const slug = useSlug()
  const { t } = useTranslation(['members', 'common'])
  const goTo = useGoTo()
  const permissions = useMemberPermissions()
  const isOwn = useUser().uuid === member.uuid
  const mayUpdate = permissions.update(member)
  const [act, setAct] = useState<MemberAct>()
  const form = useApiForm<Access, Access>(schema, {
    defaultValues: { role_id: member.role.uuid, status: member.status === 'disabled' ? 'disabled' : 'active' },
  })
  const save = form.submit(async body => {
    await call(updateMember, { query: { uuid: member.uuid }, body })
    form.reset(body)
    await Promise.all([refresh(listMembers), refresh(listOrganizations)])
    announce({ tone: 'success', message: t('edit.saved', { name: member.name }) })
    await goTo(paths.users(slug), { saved: true })
  })
  return (
    <form noValidate onSubmit={save}>
      <LeaveGuard dirty={form.formState.isDirty} />
      <FormColumn>
        <FormFailure error={form.failure} />
        <Person member={member} />
        {!mayUpdate && <Alert>{t(isOwn ? 'edit.own' : 'edit.readOnly')}</Alert>}
        <Panel title={t('edit.access')}>
          <AccessFields form={form} member={member} disabled={!mayUpdate} />
        </Panel>
        <div className="flex justify-end gap-2">
          <ButtonLink href={paths.users(slug)}>{t('common:ui.cancel')}</ButtonLink>
          {mayUpdate && (
            <Button type="submit" variant="primary" loading={form.formState.isSubmitting}>
              {t('edit.save')}
            </Button>
          )}
        </div>
        {permissions.remove(member) && (
          <Panel title={t('remove.action')}>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="min-w-0 flex-1 basis-60 text-ink-2">{t('remove.text')}</p>
              <Button icon={UserMinus} onClick={() => setAct({ kind: 'remove', member })}>
                {t('remove.action')}
              </Button>
            </div>
          </Panel>
        )}
        {act && (
          <MemberDialogs
            act={act}
            onClose={() => setAct(undefined)}
            onDone={() => void goTo(paths.users(slug), { saved: true })}
          />
        )}
      </FormColumn>
    </form>
  )
}

function Person({ member }: { member: Member }) {
  const { t } = useTranslation('members')
  const { longDate } = useDisplay()
  return (
    <Panel aria-label={t('edit.person')}>
      <KeyValues
        lines
        items={[
          { id: 'name', label: t('list.name'), value: <bdi>{member.name}</bdi> },
          { id: 'email', label: t('invite.email'), value: <bdi>{member.email}</bdi> },
          { id: 'since', label: t('edit.since'), value: longDate(member.since) },
        ]}
      />
    </Panel>
  )
}

function AccessFields({ form, member, disabled }: { form: ApiForm<Access>; member: Member; disabled: boolean }) {
  const { t } = useTranslation('members')
  const roleWord = useRoleWord()
  const grantable = useGrantableRoles() ?? []
  // What the member has now is shown even where the user could not give it.
  const own = { value: member.role.uuid, label: roleWord(member.role.name) }
  const roles = grantable.some(({ value }) => value === own.value) ? grantable : [own, ...grantable]
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('list.role')} help={t('edit.roleHelp')} error={form.errorOf('role_id')}>
        <Controller
          control={form.control}
          name="role_id"
          render={({ field }) => <Select {...field} options={roles} disabled={disabled} />}
        />
      </Field>
      <Field label={t('list.status')} error={form.errorOf('status')}>
        <Controller
          control={form.control}
          name="status"
          render={({ field: { value, onChange } }) => (
            <RadioRows
              value={value}
              onChange={onChange}
              rows={(['active', 'disabled'] as const).map(each => ({
                value: each,
                title: t(`status.${each}`),
                help: t(`edit.${each}Help`),
                disabled,
              }))}
            />
          )}
        />
      </Field>
    </div>
  )
}
