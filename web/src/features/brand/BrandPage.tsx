import { type Brand, readBrand, saveBrand } from '@notifly/contracts/brand/brand'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { refresh, useRead } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { LeaveGuard } from '../../components/form/LeaveGuard.tsx'
import { bodyOf, useApiForm } from '../../components/form/use-api-form.ts'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useCan } from '../../components/session/use-session.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Stack, WithAside } from '../../ui/layout/Page.tsx'
import { BrandPreview } from './BrandPreview.tsx'
import type { BrandForm, BrandValues } from './brand-form.ts'
import { ColorsPanel } from './ColorsPanel.tsx'
import { FooterPanel } from './FooterPanel.tsx'
import { LogoPanel } from './LogoPanel.tsx'
import { TypePanel } from './TypePanel.tsx'

/** How the emails of the application look, with one of them beside it. */
export function BrandPage() {
  const { t } = useTranslation('brand')
  const { data, error, refetch } = useRead(readBrand, {})
  return (
    <TitledPage title={t('title')} facts={t('lead')}>
      {error && !data && <ReadFailure error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingSkeleton />}
      {data && <Editor brand={data} />}
    </TitledPage>
  )
}

/** As large as the panels will be. */
function LoadingSkeleton() {
  const { t } = useTranslation('brand')
  return (
    <WithAside label={t('preview.title')} aside={<Skeleton height="40rem" className="rounded-3" />}>
      <LoadingNote />
      <Stack>
        {['17rem', '13rem', '9rem'].map(height => (
          <Skeleton key={height} height={height} className="rounded-3" />
        ))}
      </Stack>
    </WithAside>
  )
}

const schema = bodyOf(saveBrand)

function valuesOf({ company, colors, font, button, address, social, logo }: Brand): BrandValues {
  return { company, colors, font, button, address, social, logo_uuid: logo?.uuid ?? null }
}

function Editor({ brand }: { brand: Brand }) {
  const { t } = useTranslation('brand')
  const readOnly = !useCan(ACTIVITY.applications, 'update')
  const form: BrandForm = useApiForm(schema, { defaultValues: valuesOf(brand) })
  const [logo, setLogo] = useState(brand.logo)
  const { isDirty, isSubmitting } = form.formState
  const values = form.watch()
  const save = form.submit(async body => {
    const saved = (await call(saveBrand, { body })) as Brand
    form.reset(valuesOf(saved))
    await refresh(readBrand)
    announce({ tone: 'success', message: t('saved') })
  })
  const discard = () => {
    form.reset(valuesOf(brand))
    setLogo(brand.logo)
  }
  const choose = (chosen: Brand['logo']) => {
    setLogo(chosen)
    form.setValue('logo_uuid', chosen?.uuid ?? null, { shouldDirty: true })
    form.clearErrors('logo_uuid')
  }
  return (
    <WithAside
      follows
      label={t('preview.title')}
      aside={<BrandPreview values={values} logo={logo} name={brand.name} />}
    >
      <form noValidate onSubmit={save}>
        <LeaveGuard dirty={isDirty && !isSubmitting} />
        <fieldset disabled={readOnly}>
          <Stack>
            <FormFailure error={form.failure} />
            {readOnly && <Alert>{t('readOnly')}</Alert>}
            <LogoPanel form={form} name={brand.name} logo={logo} onLogo={choose} readOnly={readOnly} />
            <ColorsPanel form={form} readOnly={readOnly} />
            <TypePanel form={form} readOnly={readOnly} />
            <FooterPanel form={form} readOnly={readOnly} />
            {!readOnly && (
              <div className="flex flex-wrap items-center justify-end gap-2">
                <span role="status" className="me-1 text-12 text-muted">
                  {isDirty && t('unsaved')}
                </span>
                <Button onClick={discard} disabled={!isDirty}>
                  {t('discard')}
                </Button>
                <Button type="submit" variant="primary" loading={isSubmitting}>
                  {t('save')}
                </Button>
              </div>
            )}
          </Stack>
        </fieldset>
      </form>
    </WithAside>
  )
}
