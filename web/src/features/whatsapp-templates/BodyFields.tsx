import { variablesOf } from '@notifly/contracts/whatsapp-components'
import { TEMPLATE_LIMITS } from '@notifly/contracts/whatsapp-rules'
import { Braces } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import type { NewTemplate } from './use-new-template.ts'

/** The text with its variables, an example of each, and the footer. */
export function BodyFields({ form }: { form: NewTemplate }) {
  const { t } = useTranslation('whatsapp')
  const { draft, change, errorOf } = form
  const area = useRef<HTMLTextAreaElement>(null)
  const variables = variablesOf(draft.body)

  const addVariable = () => {
    const at = area.current?.selectionEnd ?? draft.body.length
    const name = `{{${Math.max(0, ...variables.map(Number).filter(Number.isFinite)) + 1}}}`
    change({ body: draft.body.slice(0, at) + name + draft.body.slice(at) })
    area.current?.focus()
  }

  return (
    <Panel
      title={t('edit.body')}
      actions={
        <Button size="sm" variant="ghost" icon={Braces} onClick={addVariable}>
          {t('edit.addVariable')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label={t('edit.bodyText')}
          help={t('edit.bodyHelp', { variables: '{{1}}, {{2}}' })}
          error={errorOf('body.text')}
        >
          <Textarea
            ref={area}
            rows={5}
            value={draft.body}
            maxLength={TEMPLATE_LIMITS.body}
            counter
            onChange={event => change({ body: event.target.value })}
          />
        </Field>
        {variables.length > 0 && (
          <fieldset className="flex min-w-0 flex-col gap-3">
            <legend className="mb-2 font-medium">
              {t('edit.examples')}
              <span className="block text-12 font-regular text-muted">{t('edit.examplesHelp')}</span>
            </legend>
            {variables.map((variable, index) => (
              <Field
                key={variable}
                label={t('edit.exampleOf', { variable: `{{${variable}}}` })}
                error={errorOf(`body.example.body_text.0.${index}`)}
              >
                <TextInput
                  value={draft.examples[index] ?? ''}
                  maxLength={200}
                  onChange={event =>
                    change({
                      examples: variables.map((_, at) =>
                        at === index ? event.target.value : (draft.examples[at] ?? ''),
                      ),
                    })
                  }
                />
              </Field>
            ))}
          </fieldset>
        )}
        <Field label={t('edit.footerText')} help={t('edit.footerHelp')} optional error={errorOf('footer.text')}>
          <TextInput
            value={draft.footer}
            maxLength={TEMPLATE_LIMITS.footer}
            counter
            onChange={event => change({ footer: event.target.value })}
          />
        </Field>
      </div>
    </Panel>
  )
}
