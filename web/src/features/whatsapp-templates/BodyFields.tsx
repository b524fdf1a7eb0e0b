import { isNumber, variablesOf } from '@notifly/contracts/whatsapp-templates/components'
import { TEMPLATE_LIMITS } from '@notifly/contracts/whatsapp-templates/rules'
import { Braces } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Textarea } from '../../ui/controls/Textarea.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import type { TemplateWriting } from './use-template.ts'

/** The text with its variables, an example of each, and the footer. */
export function BodyFields({ form }: { form: TemplateWriting }) {
  const { t } = useTranslation('whatsapp')
  const { draft, change, errorOf } = form
  const area = useRef<HTMLTextAreaElement>(null)
  // Until the text had the focus, its cursor is before the first letter.
  const wasIn = useRef(false)
  const variables = variablesOf(draft.body)
  const isCounted = variables.every(isNumber)

  const addVariable = () => {
    const at = (wasIn.current && area.current?.selectionEnd) || draft.body.length
    change({ body: `${draft.body.slice(0, at)}{{${nextVariable(variables)}}}${draft.body.slice(at)}` })
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
          help={t('edit.bodyHelp', { variables: isCounted ? '{{1}}, {{2}}' : '{{first_name}}' })}
          error={errorOf('body.text')}
        >
          <Textarea
            ref={area}
            rows={5}
            value={draft.body}
            onFocus={() => (wasIn.current = true)}
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
                  value={draft.examples[variable] ?? ''}
                  maxLength={200}
                  onChange={event => change({ examples: { ...draft.examples, [variable]: event.target.value } })}
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

/** The next number, or beside names one that is still to be replaced by a better one. */
function nextVariable(variables: readonly string[]): string {
  if (variables.every(isNumber)) return String(Math.max(0, ...variables.map(Number)) + 1)
  const free = variables.map((_, index) => `value_${index + 1}`).find(name => !variables.includes(name))
  return free ?? `value_${variables.length + 1}`
}
