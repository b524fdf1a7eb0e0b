import { ACTIVITY, type PermissionSet } from '@notifly/contracts/roles/activities'
import { createRole, listRoles, type Role, SLA_OPTIONS, updateRole } from '@notifly/contracts/roles/roles'
import { Copy, Lock as LockIcon } from 'lucide-react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { LeaveGuard } from '../../components/form/LeaveGuard.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { useGoTo, useSlug } from '../../components/navigation/use-pages.ts'
import { useRoleWord } from '../../components/rights/use-role-word.ts'
import { useCan } from '../../components/session/use-session.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { RadioRows } from '../../ui/controls/RadioRows.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Combobox } from '../../ui/controls/options/Combobox.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Badge } from '../../ui/layout/Badge.tsx'
import { Page, WithAside } from '../../ui/layout/Page.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { InWords, PermissionMatrix } from './PermissionMatrix.tsx'
import { type Lock, type RoleFields, type RoleInput, roleSchema, useDuration, useDurations } from './role-fields.ts'

interface RoleFormProps {
  values: RoleInput
  /** The role that is changed; absent for a new one. */
  role?: Role
  /** Why it can only be looked at. */
  lock?: Lock | undefined
}

/** A role: its rights as a matrix, what they mean in words, and what becomes of its requests. */
export function RoleForm({ values, role, lock }: RoleFormProps) {
  const slug = useSlug()
  const { t } = useTranslation('roles')
  const goTo = useGoTo()
  const mayCreate = useCan(ACTIVITY.roles, 'create')
  const roleWord = useRoleWord()
  const form = useApiForm(roleSchema, { defaultValues: values })
  const { isDirty, isSubmitting } = form.formState
  const title = role === undefined ? t('form.new') : roleWord(role.name)
  const isLocked = lock !== undefined
  const save = form.submit(async body => {
    if (role === undefined) await call(createRole, { body })
    else await call(updateRole, { query: { uuid: role.uuid }, body })
    await refresh(listRoles)
    announce({ tone: 'success', message: t('form.saved', { name: body.name }) })
    await goTo(paths.roles(slug), { saved: true })
  })
  return (
    <form noValidate onSubmit={save}>
      <LeaveGuard dirty={isDirty && !isSubmitting} />
      <Page>
        <PageTitle>{title}</PageTitle>
        <PageHeader
          crumbs={[{ label: t('list.title'), href: paths.roles(slug) }]}
          title={title}
          badge={role && <Badge>{t('form.members', { count: role.members })}</Badge>}
          facts={isLocked ? undefined : t('form.lead')}
          actions={
            isLocked ? (
              <>
                <ButtonLink href={paths.roles(slug)}>{t('form.back')}</ButtonLink>
                {role !== undefined && mayCreate && (
                  <ButtonLink icon={Copy} href={paths.roleEdit(slug, 'new', role.uuid)}>
                    {t('list.duplicate')}
                  </ButtonLink>
                )}
              </>
            ) : (
              <>
                <span role="status" className="me-1 text-12 text-muted">
                  {isDirty && t('form.unsaved')}
                </span>
                <Button onClick={() => form.reset()} disabled={!isDirty}>
                  {t('form.discard')}
                </Button>
                <Button type="submit" variant="primary" loading={isSubmitting}>
                  {t('form.save')}
                </Button>
              </>
            )
          }
        />
        {isLocked && (
          <Alert icon={LockIcon} className="mb-4">
            {t(`lock.${lock}`)}
          </Alert>
        )}
        {form.failure && (
          <div className="mb-4">
            <FormFailure error={form.failure} />
          </div>
        )}
        <WithAside
          lead={<NamePanel form={form} readOnly={isLocked} />}
          aside={
            <>
              <EscalationPanel form={form} readOnly={isLocked} />
              <InWords set={form.watch('permission_set') as PermissionSet} />
            </>
          }
        >
          <PermissionMatrix form={form} readOnly={isLocked} />
        </WithAside>
      </Page>
    </form>
  )
}

/** What the role is called, and in which turn its holders are asked to approve. */
function NamePanel({ form, readOnly }: { form: RoleFields; readOnly: boolean }) {
  const { t } = useTranslation('roles')
  return (
    <Panel aria-label={t('form.about')}>
      <div className="flex flex-col gap-4">
        <Field label={t('form.name')} error={form.errorOf('name')}>
          <TextInput {...form.register('name')} maxLength={50} readOnly={readOnly} autoComplete="off" />
        </Field>
        <Field label={t('form.group')} help={t(`form.groupHelp.${form.watch('group')}`)}>
          <Controller
            control={form.control}
            name="group"
            render={({ field: { value, onChange } }) => (
              <Segmented
                block
                disabled={readOnly}
                value={String(value)}
                onChange={next => onChange(Number(next))}
                segments={['1', '2'].map(group => ({ value: group, label: t(`form.groups.${group}`) }))}
              />
            )}
          />
        </Field>
      </div>
    </Panel>
  )
}

/** What becomes of this role's requests when they are not decided in time. */
function EscalationPanel({ form, readOnly }: { form: RoleFields; readOnly: boolean }) {
  const { t } = useTranslation('roles')
  const duration = useDuration()
  const durations = useDurations()
  const after = duration(form.watch('slaDuration') ?? 0)
  return (
    <Panel title={t('escalation.title')}>
      <div className="flex flex-col gap-4">
        <Field label={t('escalation.duration')} help={t('escalation.durationHelp')} error={form.errorOf('slaDuration')}>
          <Controller
            control={form.control}
            name="slaDuration"
            render={({ field: { value, onChange, onBlur } }) => (
              <Combobox
                options={durations}
                value={durations.find(option => option.value === String(value)) ?? null}
                onChange={option => option && onChange(Number(option.value))}
                onBlur={onBlur}
                disabled={readOnly}
              />
            )}
          />
        </Field>
        <Field
          label={t('escalation.option')}
          help={t(`escalation.help.${form.watch('slaOptions')}`, { after })}
          error={form.errorOf('slaOptions')}
        >
          <Controller
            control={form.control}
            name="slaOptions"
            render={({ field: { value, onChange } }) => (
              <RadioRows
                value={String(value)}
                onChange={next => onChange(Number(next))}
                disabled={readOnly}
                rows={Object.values(SLA_OPTIONS).map(option => ({
                  value: String(option),
                  title: t(`escalation.options.${option}`),
                }))}
              />
            )}
          />
        </Field>
      </div>
    </Panel>
  )
}
