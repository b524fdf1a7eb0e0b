import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../../../ui/controls/Segmented.tsx'
import { OwnContent } from '../email/OwnContent.tsx'
import { TemplateFields } from '../email/TemplateContent.tsx'
import type { Wizard } from '../state/wizard-state.ts'
import { useWizard, WizardContext } from '../state/wizard-context.ts'
import type { CampaignValues } from '../state/values.ts'
import { EMPTY_CONTENT, type TestChoice } from './test-choice.ts'

export interface VariantEditorProps {
  index: number
  set: (patch: Partial<TestChoice>) => void
}

/**
 * Edits one variant in the same editors as a campaign without a test. The preheader and all other fields belong to the
 * campaign.
 */
export function VariantEditor({ index, set }: VariantEditorProps) {
  const wizard = useWizard()
  const { t } = useTranslation('campaigns')
  const { contents } = wizard.values.ab_test
  const variant = contents[index] ?? EMPTY_CONTENT
  const [source, setSource] = useState<'template' | 'own'>(
    variant.template_uuid === null && variant.emailBody !== '' ? 'own' : 'template',
  )
  const change = ({ template_uuid, emailSubject, emailBody, ...others }: Partial<CampaignValues>) => {
    const own = {
      ...(template_uuid !== undefined && { template_uuid }),
      ...(emailSubject !== undefined && { emailSubject }),
      ...(emailBody !== undefined && { emailBody }),
    }
    if (Object.keys(own).length > 0) {
      set({ contents: contents.map((old, at) => (at === index ? { ...old, ...own } : old)) })
    }
    if (Object.keys(others).length > 0) wizard.change(others)
  }
  const choose = (next: 'template' | 'own') => {
    setSource(next)
    if (next === 'own') change({ template_uuid: null })
  }
  const ofVariant: Wizard = {
    ...wizard,
    values: { ...wizard.values, ...variant },
    content: wizard.contents[index] ?? wizard.content,
    problems: wizard.problems.filter(problem => problem.variant === index + 1),
    errorAt: (field, isShown) => wizard.errorAt(`ab_test.variants.${index}.${field}`, isShown),
    change,
  }
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Segmented
          aria-label={t('what.title')}
          value={source}
          onChange={choose}
          segments={[
            { value: 'template', label: t('what.template') },
            { value: 'own', label: t('what.own') },
          ]}
        />
      </div>
      <WizardContext value={ofVariant}>
        {source === 'template' ? <TemplateFields hasSubject /> : <OwnContent />}
      </WizardContext>
    </div>
  )
}
